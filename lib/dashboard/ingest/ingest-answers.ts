import { describeError, isDataError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Clock } from '#lib/core/time';
import { type IngestedRun, ingestRecords, quarantine } from '#lib/dashboard/ingest/ingest-records';
import {
  type ClaimedRecord,
  claimFromInbox,
  claimOneFromInbox,
  settleInInbox,
} from '#lib/dashboard/ingest/webhook-inbox';
import { type CompletedRun, completeRuns } from '#lib/dashboard/runs/run-store';
import { type Database, transaction } from '#lib/db/client';

/** Records per transaction. */
const batchSize = 100;
/** Concurrent batches: one is scored by this process while the database writes the other. */
const concurrency = 2;

export interface Ingested {
  records: number;
  /** Runs that these records completed. */
  completedRuns: CompletedRun[];
}

interface IngestDeps {
  /** A pool, since each batch runs in a separate transaction. */
  db: Database;
  clock: Clock;
}

/**
 * Ingests all records of the webhook inbox in batches. Each answer is stored, scored and added to the rollups exactly
 * once, even if its task was delivered more than once. Safe to run concurrently.
 */
export async function ingestAnswers(deps: IngestDeps, signal?: AbortSignal): Promise<Ingested> {
  const total: Ingested = { records: 0, completedRuns: [] };
  const failures: unknown[] = [];
  const ingestBatches = async () => {
    while (!signal?.aborted && failures.length === 0) {
      const batch = await ingestBatch(deps);
      if (batch.records === 0) break;
      total.records += batch.records;
      total.completedRuns.push(...(await completeRuns(deps.db, batch.runs, deps.clock.now())));
    }
  };
  const one = () => ingestBatches().catch((error: unknown) => failures.push(error));
  await Promise.all(Array.from({ length: concurrency }, one));
  if (failures.length > 0) throw failures[0];
  return total;
}

interface Batch {
  records: number;
  runs: IngestedRun[];
}

async function ingestBatch(deps: IngestDeps): Promise<Batch> {
  let claimed: ClaimedRecord[] = [];
  try {
    return await transaction(deps.db, async (client) => {
      claimed = await claimFromInbox(client, batchSize);
      if (claimed.length === 0) return { records: 0, runs: [] };
      return ingestAndSettle(client, claimed, deps);
    });
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.warn(
      { error: describeError(error), records: claimed.length },
      'batch rejected by the database; ingesting records one by one',
    );
  }
  // Ingests each record in a separate transaction, so that only the rejected one is quarantined.
  const batch: Batch = { records: 0, runs: [] };
  for (const { organizationId, taskId } of claimed) {
    const one = await ingestOne(deps, { organizationId, taskId });
    batch.records += one.records;
    batch.runs.push(...one.runs);
  }
  return batch;
}

function ingestOne(deps: IngestDeps, key: { organizationId: string; taskId: string }): Promise<Batch> {
  return transaction(deps.db, async (client) => {
    const record = await claimOneFromInbox(client, key);
    // Another process ingests it.
    if (!record) return { records: 0, runs: [] };
    await client.$client.query('SAVEPOINT record');
    try {
      return await ingestAndSettle(client, [record], deps);
    } catch (error) {
      if (!isDataError(error)) throw error;
      await client.$client.query('ROLLBACK TO SAVEPOINT record');
      return { records: 1, runs: await quarantine(client, record, deps.clock.now()) };
    }
  });
}

async function ingestAndSettle(
  client: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock }: IngestDeps,
): Promise<Batch> {
  const { settled, runs } = await ingestRecords(client, claimed, { db, clock });
  await settleInInbox(client, settled, clock.now());
  return { records: claimed.length, runs };
}
