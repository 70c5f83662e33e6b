import type { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { type MonitorRequest, requestSchemas } from '#lib/contract/requests';
import { type FieldError, ServiceError } from '#lib/core/errors';
import type { Settings } from '#lib/core/settings';
import { providerFor } from '#lib/providers/registry';

/**
 * Reads the body of a monitor request, or the payload of a task.
 * @param prefix stands before the names of wrong fields, such as `payload.`
 * @throws ServiceError VALIDATION_ERROR with every wrong field
 */
export function readRequest(engine: Engine, body: unknown, settings: Settings, prefix = ''): MonitorRequest {
  const parsed = requestSchemas[engine].safeParse(body);
  if (!parsed.success) {
    throw invalidFields(
      parsed.error.issues
        .flatMap(deepest)
        .map(({ path, message }) => ({ field: prefix + path.join('.'), message })),
    );
  }
  const request = parsed.data;
  if (request.asOf !== undefined && !providerFor(engine, settings).answersPast) {
    const message = `The provider behind ${engine} cannot answer for the past. Leave out asOf.`;
    throw invalidFields([{ field: `${prefix}asOf`, message }]);
  }
  return request;
}

/** What is wrong inside a value of several possible shapes, where one of them fits it but for a field. */
function deepest(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const fitting = branches.find((issues) => issues.every(({ path }) => path.length > 0));
  return fitting?.map(({ path, message }) => ({ path: [...issue.path, ...path], message })) ?? [issue];
}

/** A VALIDATION_ERROR over fields; its sentence is the first of theirs. */
export function invalidFields(given: FieldError[]): ServiceError {
  const fields = given.map(({ field, message }) => ({ field: field.replace(/\.$/, ''), message }));
  const [first] = fields;
  return new ServiceError('VALIDATION_ERROR', {
    message: first?.field ? `${first.field}: ${first.message}` : first?.message,
    fields,
  });
}
