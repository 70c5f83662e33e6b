import type { Engine } from '#lib/contract/engines';
import { type MonitorRequest, requestSchemas } from '#lib/contract/requests';
import { toFieldErrors, validationError } from '#lib/core/validation';

/**
 * Reads the body of a monitor request, or the payload of a task.
 * @param parent path of the body in the request, such as `payload`
 * @throws ServiceError VALIDATION_ERROR with every invalid field
 */
export function parseMonitorRequest(engine: Engine, body: unknown, parent?: string): MonitorRequest {
  const parsed = requestSchemas[engine].safeParse(body);
  if (!parsed.success) throw validationError(toFieldErrors(parsed.error, parent));
  return parsed.data;
}
