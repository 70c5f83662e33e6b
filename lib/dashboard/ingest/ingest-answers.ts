import type pg from 'pg';
import type { Clock } from '#lib/core/clock';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type AnalysedRun, analyseRecords } from '#lib/dashboard/ingest/analyse-records';
import { type ClaimedRecord, claimReceived, settleReceived } from '#lib/dashboard/ingest/claim-received';
import { setAside } from '#lib/dashboard/ingest/set-aside';
import { type EndedRun, endRuns } from '#lib/dashboard/runs/end-run';
import { type Connection, transaction } from '#lib/database/connection';

/** Records analysed in one transaction. */
const batchSize = 50;

export interface Ingested {
  records: number;
  /** Runs that these answers were the last of. */
  ended: EndedRun[];
}

interface Tools {
  /** A pool: each batch is a transaction of its own. */
  connection: Connection;
  clock: Clock;
}

/**
 * Analyses all received records, batch by batch, until none is left: each answer is stored, scored and counted in
 * the rollups exactly once, however often its task was delivered. Any number of these may run at once.
 */
export async function ingestAnswers(tools: Tools, signal?: AbortSignal): Promise<Ingested> {
  const all: Ingested = { records: 0, ended: [] };
  while (!signal?.aborted) {
    const batch = await transaction(tools.connection, (client) => ingestBatch(client, tools));
    if (batch.records === 0) break;
    all.records += batch.records;
    all.ended.push(...(await endRuns(tools.connection, batch.runs, tools.clock.now())));
  }
  return all;
}

async function ingestBatch(
  client: pg.PoolClient,
  tools: Tools,
): Promise<{ records: number; runs: AnalysedRun[] }> {
  const claimed = await claimReceived(client, batchSize);
  if (claimed.length === 0) return { records: 0, runs: [] };
  const together = await attempt(client, claimed, tools);
  const runs = together ?? [];
  if (!together) {
    // One of them cannot be stored: find it, and let the others pass.
    for (const record of claimed) {
      const own = await attempt(client, [record], tools);
      runs.push(...(own ?? (await setAside(client, record, tools.clock.now()))));
    }
  }
  return { records: claimed.length, runs };
}

/** Analyses records within a savepoint; undefined, and nothing changed, when the data is at fault. */
async function attempt(
  client: pg.PoolClient,
  claimed: readonly ClaimedRecord[],
  { connection, clock }: Tools,
): Promise<AnalysedRun[] | undefined> {
  await client.query('SAVEPOINT records');
  try {
    const { settled, runs } = await analyseRecords(client, claimed, { connection, clock });
    await settleReceived(client, settled, clock.now());
    await client.query('RELEASE SAVEPOINT records');
    return runs;
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.warn(
      { error: describeError(error), records: claimed.length },
      'received answers could not be stored',
    );
    await client.query('ROLLBACK TO SAVEPOINT records');
    return undefined;
  }
}

/** Whether the fault lies in the data (SQLSTATE class 22, 23 or 54), so that trying again would not help. */
function isDataError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(?:22|23|54)/.test(error.code)
  );
}
