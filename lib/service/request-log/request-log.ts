import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database } from '#lib/db/database';
import type { requests } from '#lib/db/schema/api-keys';
import { statement } from '#lib/db/statement';
import { createBatcher } from '#lib/queue/batcher';

/** The provider that answered, and what it reports about the answer. */
export interface ProviderUsage {
  /** The name of the provider, such as `openai` or `sandbox`. */
  provider: string;
  /** Cost in the provider's own currency; null if the provider does not report it. */
  amount: number | null;
  currency: string | null;
  tokens: number | null;
}

type RequestRow = Omit<typeof requests.$inferSelect, 'provider' | 'cost' | 'currency' | 'tokens'>;

export interface LoggedRequest extends RequestRow {
  /** Undefined if no provider answered. */
  providerUsage?: ProviderUsage | undefined;
}

/** The request log of one process. */
export type RequestLog = ReturnType<typeof createRequestLog>;

const writeDelayMs = 250;
const maxWaiting = 20_000;
const maxPathLength = 200;

const insertRequests = statement({
  name: 'log-requests',
  parameters: {
    rows: [
      {
        organizationId: 'uuid',
        id: 'uuid',
        keyId: 'uuid',
        method: 'text',
        path: 'text',
        status: 'int4',
        code: 'text?',
        creditsCharged: 'int4',
        latencyMs: 'int4',
        receivedAt: 'timestamptz',
        provider: 'text?',
        amount: 'numeric?',
        currency: 'text?',
        tokens: 'int4?',
      },
    ],
  },
  text: `
    INSERT INTO requests (organization_id, id, key_id, method, path, status, code, credits_charged, latency_ms,
      received_at, provider, cost, currency, tokens)
    SELECT organization_id, id, key_id, method, path, status, code, credits_charged, latency_ms, received_at, provider,
      amount, currency, tokens
    FROM :rows`,
});

/** Creates a log that writes in batches. Requests that cannot be written are dropped, so that no response waits for the log. */
export function createRequestLog(db: Database) {
  let dropped = 0;
  const batcher = createBatcher<LoggedRequest>({
    delayMs: writeDelayMs,
    async write(batch) {
      if (dropped > 0) log.warn({ dropped }, 'request log overflowed');
      dropped = 0;
      const rows = batch.map(({ providerUsage, ...row }) => ({
        ...row,
        ...providerUsage,
        path: row.path.slice(0, maxPathLength),
      }));
      try {
        await insertRequests(db, { rows });
      } catch (error) {
        log.warn({ error: describeError(error), requests: batch.length }, 'writing the request log failed');
      }
    },
  });
  return {
    /** Adds a request, which is written in a batch, usually within 250 ms. */
    add(request: LoggedRequest) {
      if (batcher.countWaiting() < maxWaiting) batcher.add(request);
      else dropped += 1;
    },
    /** Writes the waiting requests. */
    flush: batcher.flush,
  };
}
