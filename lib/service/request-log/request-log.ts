import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { requirePermission } from '#lib/core/permissions';
import { type Context, type Database, defineStatement, runStatement, scoped } from '#lib/db/client';
import { requests } from '#lib/db/schema/api-keys';
import { createWriteBuffer } from '#lib/queue/batcher';

/** The provider that answered, and what it reports about the answer. */
export interface ProviderUsage {
  /** A provider's name, or `sandbox`. */
  provider: string;
  /** Cost in the provider's own currency; null if it reports none. */
  amount: number | null;
  currency: string | null;
  tokens: number | null;
}

export interface LoggedRequest {
  organizationId: string;
  id: string;
  keyId: string;
  method: string;
  /** Without the query. */
  path: string;
  /** 499 if the client disconnected before the response. */
  status: number;
  /** The error code; null on success. */
  code: string | null;
  creditsCharged: number;
  latencyMs: number;
  receivedAt: Date;
  /** Undefined if no provider answered. */
  cost?: ProviderUsage | undefined;
}

export interface RequestLog {
  /** Adds a request, which is written together with others a quarter of a second later. */
  add(request: LoggedRequest): void;
  /** Writes the waiting requests. */
  flush(): Promise<void>;
}

const writeDelayMs = 250;
const maxWaiting = 20_000;
const maxPathLength = 200;

const insertStatement = defineStatement({
  name: 'log-requests',
  columns: {},
  text: `
    INSERT INTO requests (organization_id, id, key_id, method, path, status, code, credits_charged, latency_ms,
      received_at, provider, cost, currency, tokens)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[],
      $8::int[], $9::int[], $10::timestamptz[], $11::text[], $12::numeric[], $13::text[], $14::int[])`,
});

/** Creates a log that writes in batches. Requests that cannot be written are lost: no response waits for its log. */
export function createRequestLog(db: Database): RequestLog {
  let waiting: LoggedRequest[] = [];
  let dropped = 0;

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (dropped > 0) log.warn({ dropped }, 'request log overflowed');
    dropped = 0;
    try {
      await runStatement(db, insertStatement, toColumns(batch));
    } catch (error) {
      log.warn({ error: describeError(error), requests: batch.length }, 'writing the request log failed');
    }
  }

  const buffer = createWriteBuffer({ delayMs: writeDelayMs, isEmpty: () => waiting.length === 0, write });

  return {
    add(request) {
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(request);
      buffer.schedule();
    },
    flush: buffer.flush,
  };
}

function toColumns(batch: LoggedRequest[]): unknown[][] {
  return [
    batch.map(({ organizationId }) => organizationId),
    batch.map(({ id }) => id),
    batch.map(({ keyId }) => keyId),
    batch.map(({ method }) => method),
    batch.map(({ path }) => path.slice(0, maxPathLength)),
    batch.map(({ status }) => status),
    batch.map(({ code }) => code),
    batch.map(({ creditsCharged }) => creditsCharged),
    batch.map(({ latencyMs }) => latencyMs),
    batch.map(({ receivedAt }) => receivedAt),
    batch.map(({ cost }) => cost?.provider ?? null),
    batch.map(({ cost }) => cost?.amount ?? null),
    batch.map(({ cost }) => cost?.currency ?? null),
    batch.map(({ cost }) => cost?.tokens ?? null),
  ];
}

const maxListed = 200;
const listedColumns = {
  id: requests.id,
  keyId: requests.keyId,
  method: requests.method,
  path: requests.path,
  status: requests.status,
  code: requests.code,
  creditsCharged: requests.creditsCharged,
  latencyMs: requests.latencyMs,
  receivedAt: requests.receivedAt,
};

export type RequestLogEntry = Omit<LoggedRequest, 'organizationId' | 'cost'>;

export interface RequestLogFilter {
  /** Only requests received before this instant, for the next page. */
  before?: Date;
  /** Only requests that ended with an error. */
  failed?: boolean;
  /** 200 at most, and by default. */
  limit?: number;
}

/**
 * Lists the organization's requests to `/v1` of the last 7 days, newest first.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listRequests(
  context: Context,
  { before, failed = false, limit = maxListed }: RequestLogFilter = {},
): Promise<RequestLogEntry[]> {
  requirePermission(context.actor, 'requests.read');
  return scoped(context, ({ db, organizationId }) =>
    db
      .select(listedColumns)
      .from(requests)
      .where(
        and(
          eq(requests.organizationId, organizationId),
          before && lt(requests.receivedAt, before),
          failed ? gte(requests.status, 400) : undefined,
        ),
      )
      .orderBy(desc(requests.receivedAt))
      .limit(Math.min(limit, maxListed)),
  );
}
