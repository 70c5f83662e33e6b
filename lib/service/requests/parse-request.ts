import type { Engine } from '#lib/contract/engines';
import { type MonitorRequest, requestSchemas, runInputSchema } from '#lib/contract/requests';
import { toFieldErrors, validationError } from '#lib/core/validation';

/** Parses the body of a monitor request. @throws ServiceError VALIDATION_ERROR with every invalid field */
export function parseMonitorRequest(engine: Engine, body: unknown): MonitorRequest {
  const parsed = requestSchemas[engine].safeParse(body);
  if (!parsed.success) throw validationError(toFieldErrors(parsed.error));
  return parsed.data;
}

/** Fields of other endpoints that would have no effect here. */
const unsupportedRunFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

/**
 * Parses the body of POST /v1/run into a request to the chat engine without add-ons.
 * @throws ServiceError VALIDATION_ERROR with every invalid field
 */
export function parseRunRequest(body: unknown): MonitorRequest {
  const parsed = runInputSchema.safeParse(body);
  const errors = toFieldErrors(parsed.error);
  const fields = new Map(body !== null && typeof body === 'object' ? Object.entries(body) : []);
  for (const field of unsupportedRunFields) {
    if (fields.get(field) == null) continue;
    errors.push({ field, message: `This endpoint does not accept ${field}` });
  }
  if (!parsed.success || errors.length > 0) throw validationError(errors);
  const { prompt, country } = parsed.data;
  return { prompt, country, include: {} };
}
