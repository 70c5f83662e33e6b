import type { Engine } from '#lib/contract/engines';
import { plans } from '#lib/contract/plans';
import { creditsFor } from '#lib/contract/pricing';
import type { MonitorRequest } from '#lib/contract/requests';
import { ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { getBillingMonth } from '#lib/service/credits/billing-month';
import { type HoldResult, holdCredits } from '#lib/service/credits/hold';
import type { LeaseRenewer } from '#lib/service/credits/keep-slots';
import { settleHold } from '#lib/service/credits/settle-hold';
import type { Caller } from '#lib/service/rate-limits/admit';
import { runEngine } from '#lib/service/requests/ask-engine';
import type { ProviderUsage } from '#lib/service/requests/ask-provider';
import type { Service } from '#lib/service/service';

export interface SyncRequest {
  caller: Caller;
  requestId: string;
  engine: Engine;
  request: MonitorRequest;
  /** Aborted when the client has gone away. */
  signal: AbortSignal;
}

/** What the headers of a monitor response say. */
export interface RequestUsage {
  concurrency: number;
  inFlight: number;
  balance: number;
  charged: number;
}

export type SyncRequestOutcome = { usage: RequestUsage } & (
  | { result: Record<string, unknown>; cost: ProviderUsage }
  | { error: ServiceError }
);

/**
 * Answers a sync request: holds its cost and a slot, asks the engine, then charges or releases. Charged on an
 * answer, and when the client left after an attempt at the engine had begun. Two round trips beside the answer's
 * own.
 */
export async function runSyncRequest(
  service: Service,
  slots: LeaseRenewer,
  input: SyncRequest,
): Promise<SyncRequestOutcome> {
  const { caller, requestId, engine, request } = input;
  const credits = creditsFor(engine, request);
  const held = await holdCredits(service.db, {
    organizationId: caller.organizationId,
    month: getBillingMonth(service.clock.now()),
    monthlyCredits: plans[caller.plan].monthlyCredits,
    requestId,
    credits,
    concurrency: caller.concurrency,
    leaseSeconds: service.settings.LEASE_SECONDS,
  });
  const usage = {
    concurrency: caller.concurrency,
    inFlight: held.inFlight,
    balance: held.balance,
    charged: 0,
  };
  const error = refusalOf(held, credits, caller.concurrency);
  if (error) return { usage, error };
  slots.add(caller.organizationId, requestId);
  let settled = false;
  const settle = async (charge: boolean) => {
    settled = true;
    slots.remove(requestId);
    const end = { organizationId: caller.organizationId, requestId, charge };
    const settlement = await settleHold(service.db, end);
    if (!settlement)
      return log.warn({ requestId }, 'the hold of a request had expired before it was settled');
    usage.charged = settlement.charged;
    usage.balance = settlement.balance;
  };
  try {
    return { usage, ...(await ask(service, input, settle)) };
  } finally {
    if (!settled) await settle(false);
  }
}

async function ask(service: Service, input: SyncRequest, settle: (charge: boolean) => Promise<void>) {
  const { caller, requestId: id, engine, request, signal } = input;
  let attempted = false;
  const onAttempt = () => {
    attempted = true;
  };
  try {
    const { organizationId } = caller;
    const answer = await runEngine(service, { id, organizationId, engine, request, signal, onAttempt });
    await settle(true);
    return answer;
  } catch (error) {
    if (signal.aborted) {
      await settle(attempted);
      return { error: new ServiceError('REQUEST_CANCELED') };
    }
    if (!(error instanceof ServiceError)) throw error;
    return { error };
  }
}

function refusalOf(
  { refusal, balance, held }: HoldResult,
  required: number,
  limit: number,
): ServiceError | undefined {
  if (refusal === 'credits') {
    return new ServiceError('INSUFFICIENT_CREDITS', { details: { required, available: balance - held } });
  }
  if (refusal === 'concurrency') {
    return new ServiceError('CONCURRENT_LIMIT_EXCEEDED', { details: { limit } });
  }
  return undefined;
}
