import { getRequestCredits } from '#lib/contract/credits';
import type { Engine } from '#lib/contract/engines';
import { plans } from '#lib/contract/plans';
import { type MonitorRequest, requestSchemas, runInputSchema } from '#lib/contract/requests';
import { ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { chargedCredits } from '#lib/core/process-metrics';
import { toFieldErrors, validationError } from '#lib/core/validation';
import type { Provider } from '#lib/providers/shared/provider';
import { getBillingMonth } from '#lib/service/credits/credit-balance';
import { type HoldResult, holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import type { Service } from '#lib/service/instance/service';
import type { Caller } from '#lib/service/rate-limits/authenticate-request';
import { listUnsupportedTargeting } from '#lib/service/requests/check-targeting';
import { type EngineOutcome, runEngine } from '#lib/service/requests/run-engine';

/**
 * Parses the body of a monitor request.
 * @throws ServiceError VALIDATION_ERROR with every invalid field, and with those that the provider cannot send
 */
export function parseMonitorRequest(provider: Provider<Engine>, body: unknown): MonitorRequest {
  const parsed = requestSchemas[provider.engine].safeParse(body);
  const errors = [...toFieldErrors(parsed.error), ...listUnsupportedTargeting(provider, body, parsed.data)];
  if (!parsed.success || errors.length > 0) throw validationError(errors);
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
  const { prompt, country, hl } = parsed.data;
  return { prompt, country, ...(hl !== undefined && { language: hl }), include: {} };
}

export interface SyncRequest {
  caller: Caller;
  requestId: string;
  engine: Engine;
  request: MonitorRequest;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** The values of the headers of a monitor response. */
export interface RequestUsage {
  /** Maximum number of sync requests in flight. */
  concurrency: number;
  /** Sync requests in flight, including this one unless it was rejected. */
  inFlight: number;
  /** Credits that are not spent, including held ones. */
  balance: number;
  /** Credits charged for this request. */
  charged: number;
}

export type SyncRequestOutcome = { usage: RequestUsage } & (EngineOutcome | { error: ServiceError });

/**
 * Runs a sync request: holds its credits and a slot of the concurrency limit, gets the answer, then charges or
 * releases the credits. An answer is charged. So is a request whose client disconnects after an attempt has started. Every
 * other request, such as one that a stopping process interrupts, is not charged. Takes two database round trips besides
 * getting the answer.
 */
export async function runSyncRequest(service: Service, input: SyncRequest): Promise<SyncRequestOutcome> {
  const { caller, requestId, engine, request, signal } = input;
  const { organizationId, concurrency } = caller;
  const credits = getRequestCredits(engine, request);
  const hold = await holdCredits(service.db, {
    organizationId,
    month: getBillingMonth(service.clock.now()),
    monthlyCredits: plans[caller.plan].monthlyCredits,
    requestId,
    credits,
    concurrency,
    leaseSeconds: service.settings.LEASE_SECONDS,
  });
  const usage = { concurrency, inFlight: hold.inFlight, balance: hold.balance, charged: 0 };
  const rejection = toRejection(hold, credits, concurrency);
  if (rejection) return { usage, error: rejection };
  service.leases.add(organizationId, requestId);
  let hasAttempted = false;
  const onAttempt = () => {
    hasAttempted = true;
  };
  let shouldCharge = false;
  try {
    const result = await runEngine(service, {
      id: requestId,
      organizationId,
      engine,
      request,
      onAttempt,
      signal: AbortSignal.any([signal, service.shutdownDeadline.signal]),
    });
    shouldCharge = true;
    return { usage, ...result };
  } catch (error) {
    if (signal.aborted) {
      shouldCharge = hasAttempted;
      return { usage, error: new ServiceError('REQUEST_CANCELED') };
    }
    if (service.shutdownDeadline.signal.aborted)
      return { usage, error: new ServiceError('SERVICE_UNAVAILABLE') };
    if (!(error instanceof ServiceError)) throw error;
    return { usage, error };
  } finally {
    service.leases.remove(requestId);
    const now = service.clock.now();
    const { keyId } = caller;
    const settled = await settleHold(service.db, {
      organizationId,
      requestId,
      shouldCharge,
      engine,
      keyId,
      now,
    });
    if (settled) {
      Object.assign(usage, settled);
      chargedCredits.inc({ engine }, settled.charged);
    } else log.warn({ requestId }, 'credit hold expired before it was settled');
  }
}

function toRejection(
  { rejectedBy, balance, held }: HoldResult,
  required: number,
  limit: number,
): ServiceError | undefined {
  if (rejectedBy === 'credits') {
    return new ServiceError('INSUFFICIENT_CREDITS', { details: { required, available: balance - held } });
  }
  if (rejectedBy === 'concurrency') {
    return new ServiceError('CONCURRENT_LIMIT_EXCEEDED', { details: { limit } });
  }
  return undefined;
}
