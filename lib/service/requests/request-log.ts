import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database } from '#lib/db/client';
import type { ProviderUsage } from '#lib/service/requests/ask-provider';
import { writeBehind } from '#lib/service/write-behind';

/** One answered request, as the log keeps it. */
export interface LoggedRequest {
  organizationId: string;
  id: string;
  keyId: string;
  method: string;
  /** Without the query. */
  path: string;
  /** 499 where the client left before the answer. */
  status: number;
  /** The envelope's code; null on success. */
  code: string | null;
  creditsCharged: number;
  latencyMs: number;
  receivedAt: Date;
  /** What the engine's answer took; left out where none was given. */
  cost?: ProviderUsage | undefined;
}

export interface RequestLog {
  /** Costs the request nothing: what is added is written with the others, a quarter of a second later. */
  add(request: LoggedRequest): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

const writeAfterMs = 250;
const mostWaiting = 20_000;
const mostOfPath = 200;

const statement = `
  INSERT INTO requests (organization_id, id, key_id, method, path, status, code, credits_charged, latency_ms, received_at,
    provider, cost, currency, tokens)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[],
    $9::int[], $10::timestamptz[], $11::text[], $12::numeric[], $13::text[], $14::int[])`;

/**
 * A log of requests that writes in batches. What cannot be written is lost, with a warning: no answer waits for
 * its log.
 */
export function createRequestLog(db: Database): RequestLog {
  let waiting: LoggedRequest[] = [];
  let lost = 0;

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (lost > 0) log.warn({ lost }, 'requests came faster than they could be logged');
    lost = 0;
    try {
      await db.$client.query({ name: 'log-requests', text: statement, values: columnsOf(batch) });
    } catch (error) {
      log.warn({ error: describeError(error), requests: batch.length }, 'requests could not be logged');
    }
  }

  const { soon, flush } = writeBehind({ waitMs: writeAfterMs, isEmpty: () => waiting.length === 0, write });

  return {
    add(request) {
      if (waiting.length >= mostWaiting) {
        lost += 1;
        return;
      }
      waiting.push(request);
      soon();
    },
    flush,
  };
}

function columnsOf(batch: LoggedRequest[]): unknown[][] {
  return [
    batch.map(({ organizationId }) => organizationId),
    batch.map(({ id }) => id),
    batch.map(({ keyId }) => keyId),
    batch.map(({ method }) => method),
    batch.map(({ path }) => path.slice(0, mostOfPath)),
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
