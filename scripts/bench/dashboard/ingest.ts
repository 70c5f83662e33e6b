import { randomUUID } from 'node:crypto';
import { systemClock } from '#lib/core/time';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { rescoreBatch } from '#lib/dashboard/rescoring/rescore-project';
import { createOperatorContext } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { type BenchProject, lastDay } from '#scripts/bench/dashboard/fixtures';
import { buildRecords } from '#scripts/bench/dashboard/records';

export const answerCount = 2_000;
const batchSize = 100;
const countries = ['US', 'DE', 'JP', 'GB', 'FR'];
const tables = [
  'answers',
  'answer_sources',
  'mentions',
  'daily_answers',
  'daily_brands',
  'daily_domains',
  'daily_models',
  'daily_queries',
];

/**
 * Measures how fast one worker ingests received answers, and how fast the same rows are inserted without analysis in
 * batches of the same size.
 * @param measureWork runs the ingestion, and can measure the resources that it uses
 * @returns answers per second of each
 */
export async function measureIngest(
  db: PooledDatabase,
  project: BenchProject,
  measureWork = (work: () => Promise<unknown>) => work(),
): Promise<{ ingest: number; insert: number }> {
  const { organizationId, projectId } = project;
  const runId = randomUUID();
  await receiveAnswers(db, project, runId);
  let startedAt = performance.now();
  await measureWork(() => ingestAnswers({ db, clock: systemClock }));
  const ingest = answerCount / ((performance.now() - startedAt) / 1000);

  const batches = await readInsertedRows(db, organizationId, runId);
  const copyId = randomUUID();
  startedAt = performance.now();
  for (const batch of batches) {
    await transaction(db, async (client) => {
      for (const [table, rows] of Object.entries(batch)) {
        await client.$client.query({
          name: `bench-${table}`,
          text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
          values: [rows.replaceAll(organizationId, copyId).replaceAll(projectId, copyId)],
        });
      }
    });
  }
  const insert = answerCount / ((performance.now() - startedAt) / 1000);
  return { ingest, insert };
}

/** Rescores the ingested answers, as after a change of the brands. @returns answers per second */
export async function measureRescoring(
  db: PooledDatabase,
  { organizationId, projectId }: BenchProject,
): Promise<number> {
  await db.$client.query(
    `INSERT INTO rescore_jobs (organization_id, project_id, scoring_version, published_brands, answer_count, started_at, heartbeat_at)
     SELECT organization_id, id, scoring_version + 1, '[]', 0, now(), now() FROM projects
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, projectId],
  );
  const context = createOperatorContext({ db, clock: systemClock }, organizationId);
  const startedAt = performance.now();
  let answers = 0;
  // Rescoring starts with the newest answers, which are the ingested ones.
  while (answers < answerCount) answers += (await rescoreBatch(context, { projectId })) ?? answerCount;
  return answers / ((performance.now() - startedAt) / 1000);
}

/** Stores deliveries of a run in the inbox. `sample` numbers all items of the run, so that no two of them are the same. */
async function receiveAnswers(db: PooledDatabase, project: BenchProject, runId: string): Promise<void> {
  const { organizationId, projectId, prompts } = project;
  await db.$client.query(
    `INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count, status)
     VALUES ($1, $2, $3, 'manual', now(), '{office}', $5, $4, $4, 'waiting')`,
    [organizationId, projectId, runId, answerCount, countries],
  );
  const { rows } = await db.$client.query<{ id: string }>(
    `INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, status)
     SELECT $1, $2, ($3::uuid[])[1 + n % cardinality($3::uuid[])], 'office', ($5::text[])[1 + n % 5], n, 'sent'
     FROM generate_series(1, $4::int) n RETURNING id`,
    [organizationId, runId, prompts, answerCount, countries],
  );
  const runItemIds = rows.map(({ id }) => id);
  await db.$client.query(
    `INSERT INTO webhook_inbox (organization_id, task_id, record, source)
     SELECT $1, (record->'task'->>'id')::uuid, record, 'webhook' FROM unnest($2::jsonb[]) record`,
    [organizationId, buildRecords(runId, runItemIds).map((record) => JSON.stringify(record))],
  );
}

/** Reads the rows that ingestion wrote, split into as many batches as it used. A batch has the JSON of its rows by table. */
async function readInsertedRows(
  db: PooledDatabase,
  organizationId: string,
  runId: string,
): Promise<Record<string, string>[]> {
  const read = async (table: string, where: string, order: string) => {
    const { rows } = await db.$client.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM ${table} t WHERE organization_id = $1 AND ${where} ORDER BY ${order}`,
      [organizationId, runId],
    );
    return rows.map(({ row }) => row);
  };
  const recentCondition = `requested_at >= '${lastDay} 13:00:00+00' AND `;
  const runCondition = 'id IN (SELECT id FROM run_items WHERE organization_id = $1 AND run_id = $2)';
  const rowsByTable: Record<string, string[]> = {};
  for (const table of tables) {
    if (table === 'answers') rowsByTable[table] = await read(table, recentCondition + runCondition, 'id');
    else if (table.startsWith('daily')) {
      rowsByTable[table] = await read(table, `engine = 'office' AND day = '${lastDay}' AND $2 <> ''`, '1');
    } else rowsByTable[table] = await read(table, `${recentCondition}answer_${runCondition}`, 'answer_id');
  }
  const batchCount = Math.ceil(answerCount / batchSize);
  return Array.from({ length: batchCount }, (_, index) =>
    Object.fromEntries(
      Object.entries(rowsByTable).map(([table, rows]) => {
        const size = Math.ceil(rows.length / batchCount);
        return [table, `[${rows.slice(index * size, (index + 1) * size).join(',')}]`];
      }),
    ),
  );
}
