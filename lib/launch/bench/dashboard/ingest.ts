import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { taskTypeOf } from '#lib/contract/engines';
import { systemClock } from '#lib/core/clock';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { transaction } from '#lib/database/connection';
import { seededRandom } from '#lib/launch/bench/dashboard/random';
import { domainOf } from '#lib/launch/bench/dashboard/rows-of-day';
import { type BenchProject, lastDay } from '#lib/launch/bench/dashboard/world';

const records = 2_000;
const batchSize = 100;
const tables = [
  ...['answers', 'answer_sources', 'mentions', 'daily_answers', 'daily_brands', 'daily_domains'],
  'daily_queries',
];

/**
 * Has received answers analysed by one worker, then inserts the very same rows anew, in batches of as many answers,
 * with nothing done but the inserts. @returns answers a second of both
 */
export async function measureIngest(
  pool: pg.Pool,
  project: BenchProject,
): Promise<{ ingest: number; bare: number }> {
  const { organizationId, projectId } = project;
  const runId = randomUUID();
  await receive(pool, project, runId);
  let begun = performance.now();
  await ingestAnswers({ connection: pool, clock: systemClock });
  const ingest = records / ((performance.now() - begun) / 1000);

  const batches = await batchesOf(pool, organizationId, runId);
  const other = randomUUID();
  begun = performance.now();
  for (const batch of batches) {
    await transaction(pool, async (client) => {
      for (const [table, rows] of Object.entries(batch)) {
        await client.query({
          name: `bench-${table}`,
          text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
          values: [rows.replaceAll(organizationId, other).replaceAll(projectId, other)],
        });
      }
    });
  }
  return { ingest, bare: records / ((performance.now() - begun) / 1000) };
}

async function receive(pool: pg.Pool, project: BenchProject, runId: string): Promise<void> {
  const { organizationId, projectId, prompts } = project;
  await pool.query(
    `INSERT INTO runs (organization_id, project_id, id, kind, asked_at, engines, countries, samples, cells, status)
     VALUES ($1, $2, $3, 'manual', now(), '{office}', '{US}', 10, $4, 'waiting')`,
    [organizationId, projectId, runId, records],
  );
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO cells (organization_id, run_id, prompt_id, engine, country, sample, status)
     SELECT $1, $2, ($3::uuid[])[1 + n % cardinality($3::uuid[])], 'office', 'US', n, 'sent'
     FROM generate_series(1, $4::int) n RETURNING id`,
    [organizationId, runId, prompts, records],
  );
  const random = seededRandom(11);
  const received = rows.map(({ id }) => recordOf(`${runId}:${id}`, random.below(1000)));
  await pool.query(
    `INSERT INTO received_answers (organization_id, task_id, record, via)
     SELECT $1, (record->'task'->>'id')::uuid, record, 'webhook' FROM unnest($2::jsonb[]) record`,
    [organizationId, received.map((record) => JSON.stringify(record))],
  );
}

/** An answer of some two thousand characters, five sources and as many places that point at them. */
function recordOf(idempotencyKey: string, number: number) {
  const paragraph = `Brand ${1 + (number % 5)} is a great choice for wet ground, and Brand ${1 + (number % 3)} is lighter. The others wear out sooner than that, as the tests of this year have it. `;
  const urls = Array.from(
    { length: 5 },
    (_, index) => `https://${domainOf((number + 7 * index) % 60)}/${number}`,
  );
  return {
    task: {
      id: randomUUID(),
      taskType: taskTypeOf('office'),
      status: 'COMPLETED',
      priority: 1,
      createdAt: `${lastDay}T13:${String(number % 60).padStart(2, '0')}:00.000Z`,
      idempotencyKey,
    },
    credits: { creditsToCharge: 5, creditsCharged: 5 },
    response: {
      text: paragraph.repeat(13),
      sources: urls.map((url, index) => ({
        position: index + 1,
        url,
        label: `Page ${index}`,
        description: '',
      })),
      citationPills: urls.map((url, index) => ({
        ...{ label: 'Page', citationPillId: index, url, domain: new URL(url).hostname, position: index + 1 },
      })),
      searchQueries: [`shoes ${number % 20}`],
    },
  };
}

/** What ingestion wrote, as JSON by table, cut into its batches; the rollups' rows go with the first answers. */
async function batchesOf(
  pool: pg.Pool,
  organizationId: string,
  runId: string,
): Promise<Record<string, string>[]> {
  const read = async (table: string, where: string, order: string) => {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM ${table} t WHERE organization_id = $1 AND ${where} ORDER BY ${order}`,
      [organizationId, runId],
    );
    return rows.map(({ row }) => row);
  };
  const since = `asked_at >= '${lastDay} 13:00:00+00' AND `;
  const ofRun = 'id IN (SELECT id FROM cells WHERE organization_id = $1 AND run_id = $2)';
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    if (table === 'answers') all[table] = await read(table, since + ofRun, 'id');
    else if (table.startsWith('daily')) {
      all[table] = await read(
        table,
        `engine = 'office' AND country = 'US' AND day = '${lastDay}' AND $2 <> ''`,
        '1',
      );
    } else all[table] = await read(table, `${since}answer_${ofRun}`, 'answer_id');
  }
  const batches = Math.ceil(records / batchSize);
  return Array.from({ length: batches }, (_, index) =>
    Object.fromEntries(
      Object.entries(all).map(([table, rows]) => {
        const size = Math.ceil(rows.length / batches);
        return [table, `[${rows.slice(index * size, (index + 1) * size).join(',')}]`];
      }),
    ),
  );
}
