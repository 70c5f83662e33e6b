import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { ownerRole } from '#scripts/postgres/role';
import {
  createObservedProject,
  insert,
  type Observation,
  storeAnswers,
} from '#tests/dashboard/analytics/support/observations';
import { createDatabase } from '#tests/support/database';
import { applyMigrations } from './apply-migrations';

const database = await createDatabase();
const client = new Client({ connectionString: database.adminUrl, options: `-c role=${ownerRole}` });
await client.connect();
const db = openDatabase(database.adminUrl);
afterAll(async () => {
  await client.end();
  await db.$client.end();
  await database.drop();
});

/** Creates an answer or another observation of the first day, 1 March at noon in UTC. */
const observe = (engine: string, model: string | null, rest: Partial<Observation> = {}): Observation => ({
  day: 0,
  prompt: 0,
  engine,
  country: 'US',
  status: 'answered',
  ranks: [],
  sources: [],
  model,
  ...rest,
});

test('counts the models of stored answers on their local days, and starts running rescorings again', async () => {
  await client.query("SELECT set_config('app.organization', '*', false)");
  const observations = [
    observe('chat', 'a'),
    observe('chat', 'a', { prompt: 1, country: 'JP' }),
    observe('chat', 'b'),
    observe('chat', 'b', { status: 'no_answer' }),
    observe('chat', null),
    observe('gen', null),
    observe('chat', 'b', { day: 1 }),
  ];
  const projects: string[] = [];
  for (const timeZone of ['UTC', 'Pacific/Auckland']) {
    const { context, projectId } = await createObservedProject(db);
    const { organizationId } = context;
    await client.query('UPDATE projects SET time_zone = $1, scoring_version = 3 WHERE id = $2', [
      timeZone,
      projectId,
    ]);
    await storeAnswers(db, { organizationId, projectId }, observations);
    await insert(db, 'rescore_jobs', [
      {
        organization_id: organizationId,
        project_id: projectId,
        // The one of the second project is completed.
        scoring_version: timeZone === 'UTC' ? 4 : 3,
        published_brands: [],
        scoring_algorithm: 3,
        answer_count: 7,
        scored_count: 2,
        started_at: '2026-03-02T00:00:00Z',
        heartbeat_at: '2026-03-02T00:00:00Z',
        cursor_requested_at: '2026-03-01T12:00:00Z',
        cursor_answer_id: randomUUID(),
      },
    ]);
    projects.push(projectId);
  }
  await client.query('DROP TABLE daily_models');
  await applyMigrations(client, (file) => file.endsWith('_served-models.sql'));

  const { rows } = await client.query(
    `SELECT project_id, scoring_version AS version, day::text, engine, model, answers FROM daily_models
     ORDER BY array_position($1, project_id), day, model`,
    [projects],
  );
  const served = { version: 3, engine: 'chat' };
  const [utc, auckland] = projects;
  expect(rows).toEqual([
    { project_id: utc, ...served, day: '2026-03-01', model: 'a', answers: 2 },
    { project_id: utc, ...served, day: '2026-03-01', model: 'b', answers: 1 },
    { project_id: utc, ...served, day: '2026-03-02', model: 'b', answers: 1 },
    { project_id: auckland, ...served, day: '2026-03-02', model: 'a', answers: 2 },
    { project_id: auckland, ...served, day: '2026-03-02', model: 'b', answers: 1 },
    { project_id: auckland, ...served, day: '2026-03-03', model: 'b', answers: 1 },
  ]);
  const jobs = await client.query(
    'SELECT scoring_algorithm AS algorithm FROM rescore_jobs ORDER BY array_position($1, project_id)',
    [projects],
  );
  expect(jobs.rows).toEqual([{ algorithm: 0 }, { algorithm: 3 }]);
  const policies = await client.query(
    "SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'daily_models'",
  );
  expect(policies.rows).toEqual([{ forced: true }]);
});
