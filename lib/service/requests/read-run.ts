import type { MonitorRequest } from '#lib/contract/requests';
import { runInputSchema } from '#lib/contract/run';
import { toFieldErrors, validationError } from '#lib/core/validation';

/** Known fields of other endpoints: whoever sends one hears that it has no effect here. */
const refusedFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

/**
 * Reads the body of POST /v1/run as a request to the chat engine without add-ons.
 * @throws ServiceError VALIDATION_ERROR with every wrong field
 */
export function parseRunRequest(body: unknown): MonitorRequest {
  const parsed = runInputSchema.safeParse(body);
  const wrong = toFieldErrors(parsed.error);
  const sent = new Map(body !== null && typeof body === 'object' ? Object.entries(body) : []);
  for (const field of refusedFields) {
    if (sent.get(field) == null) continue;
    wrong.push({ field, message: `This endpoint does not take ${field}` });
  }
  if (!parsed.success || wrong.length > 0) throw validationError(wrong);
  const { prompt, country } = parsed.data;
  return { prompt, country, include: {} };
}
