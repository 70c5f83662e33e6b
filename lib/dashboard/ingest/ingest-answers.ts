import type { Clock } from '#lib/core/clock';
import { isDataError } from '#lib/core/database-errors';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type IngestedRun, ingestRecords, quarantine } from '#lib/dashboard/ingest/ingest-records';
import {
  type ClaimedRecord,
  claimFromInbox,
  claimOneFromInbox,
  settleInInbox,
} from '#lib/dashboard/ingest/webhook-inbox';
import { type CompletedRun, completeRuns } from '#lib/dashboard/runs/run-store';
import { type Database, transaction } from '#lib/db/client';

/** Records analysed in one transaction. */
const batchSize = 100;
/** Batches under way in one call: one is scored here while the other is written by the database. */
const batchesAtOnce = 2;

export interface Ingested {
  records: number;
  /** Runs that these answers were the last of. */
  ended: CompletedRun[];
}

interface Tools {
  /** A pool: each batch is a transaction of its own. */
  db: Database;
  clock: Clock;
}

/**
 * Analyses all received records, batch by batch, until none is left: each answer is stored, scored and counted in
 * the rollups exactly once, however often its task was delivered. Any number of these may run at once.
 */
export async function ingestAnswers(tools: Tools, signal?: AbortSignal): Promise<Ingested> {
  const all: Ingested = { records: 0, ended: [] };
  const failures: unknown[] = [];
  const analyseAll = async () => {
    while (!signal?.aborted && failures.length === 0) {
      const batch = await ingestBatch(tools);
      if (batch.records === 0) break;
      all.records += batch.records;
      all.ended.push(...(await completeRuns(tools.db, batch.runs, tools.clock.now())));
    }
  };
  const one = () => analyseAll().catch((error: unknown) => failures.push(error));
  await Promise.all(Array.from({ length: batchesAtOnce }, one));
  if (failures.length > 0) throw failures[0];
  return all;
}

interface Batch {
  records: number;
  runs: IngestedRun[];
}

async function ingestBatch(tools: Tools): Promise<Batch> {
  let claimed: ClaimedRecord[] = [];
  try {
    return await transaction(tools.db, async (client) => {
      claimed = await claimFromInbox(client, batchSize);
      if (claimed.length === 0) return { records: 0, runs: [] };
      return analyse(client, claimed, tools);
    });
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.warn(
      { error: describeError(error), records: claimed.length },
      'received answers could not be stored',
    );
  }
  // One of them cannot be stored. Each in a transaction of its own: the one is set aside, the others pass.
  const batch: Batch = { records: 0, runs: [] };
  for (const { organizationId, taskId } of claimed) {
    const own = await ingestOne(tools, { organizationId, taskId });
    batch.records += own.records;
    batch.runs.push(...own.runs);
  }
  return batch;
}

function ingestOne(tools: Tools, name: { organizationId: string; taskId: string }): Promise<Batch> {
  return transaction(tools.db, async (client) => {
    const record = await claimOneFromInbox(client, name);
    // Another process has it meanwhile.
    if (!record) return { records: 0, runs: [] };
    await client.$client.query('SAVEPOINT record');
    try {
      return await analyse(client, [record], tools);
    } catch (error) {
      if (!isDataError(error)) throw error;
      await client.$client.query('ROLLBACK TO SAVEPOINT record');
      return { records: 1, runs: await quarantine(client, record, tools.clock.now()) };
    }
  });
}

async function analyse(
  client: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock }: Tools,
): Promise<Batch> {
  const { settled, runs } = await ingestRecords(client, claimed, { db, clock });
  await settleInInbox(client, settled, clock.now());
  return { records: claimed.length, runs };
}
