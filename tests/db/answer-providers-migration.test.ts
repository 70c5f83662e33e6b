import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { sandboxNote } from '#lib/sandbox/answers/draft';
import { ownerRole } from '#scripts/postgres/role';
import {
  createProjectWithObservations,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import { type Observation, prompts, storeAnswers } from '#tests/dashboard/analytics/support/observations';
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

/** Creates an answer without a provider to the prompt with this index, as earlier versions stored it. */
const createAnswer = (prompt: number, ...domains: string[]): Observation => ({
  day: 0,
  prompt,
  engine: 'gen',
  country: 'US',
  status: 'answered',
  ranks: [],
  sources: domains.map((domain) => ({ domain, citations: 1 })),
  provider: null,
});

/** Applies the migration, and returns a value of a table for each prompt, in their order. */
async function migrateAndRead(table: string, column: string): Promise<unknown[]> {
  await applyMigrations(client, (file) => file.endsWith('_backfill-answer-providers.sql'));
  const { rows } = await client.query(`SELECT prompt_id, ${column} AS value FROM ${table}`);
  return prompts.flatMap(({ id }) => rows.filter((row) => row.prompt_id === id).map(({ value }) => value));
}

test('finds the providers of stored answers', async () => {
  await client.query("SELECT set_config('app.organization', '*', false)");
  const observations = [
    createAnswer(0, 'own.example', 'news.example'),
    createAnswer(1),
    createAnswer(2),
    createAnswer(3, 'own.example', 'news.com'),
    createAnswer(4),
    createAnswer(5),
  ];
  const { key } = await createProjectWithObservations(db, []);
  await storeAnswers(db, key, observations, ({ prompt }) => (prompt === 2 ? 'sandbox-gen-3' : null));
  const setText = 'UPDATE answers SET text = $1 WHERE prompt_id = $2';
  await client.query(setText, [`No answer. ${sandboxNote}\n`, prompts[1]?.id]);
  await client.query(setText, [`“${sandboxNote}” ends the answers of the sandbox.`, prompts[4]?.id]);
  await client.query(
    `INSERT INTO tasks (organization_id, id, engine, request, credits_to_charge, status, provider)
     SELECT organization_id, task_id, engine, '{}', 4, 'COMPLETED', 'gemini' FROM answers WHERE prompt_id = ANY ($1)`,
    [[prompts[0]?.id, prompts[3]?.id]],
  );
  expect(await migrateAndRead('answers', 'provider')).toEqual([
    'sandbox',
    'sandbox',
    'sandbox',
    'gemini',
    null,
    null,
  ]);
});

test('counts the fictional answers of early versions', async () => {
  await client.query("SELECT set_config('app.organization', '*', false)");
  const { key } = await createProjectWithObservations(db, []);
  await storeObservationRollups(db, key, [
    createAnswer(0, 'own.example'),
    createAnswer(1),
    createAnswer(1),
    createAnswer(2, 'news.com'),
    createAnswer(3),
  ]);
  const setCount = 'UPDATE daily_answers SET fictional = $1, fictional_answers = $2 WHERE prompt_id = $3';
  await client.query(setCount, [true, null, prompts[0]?.id]);
  // A later version counted only the second answer.
  await client.query(setCount, [true, 1, prompts[1]?.id]);
  await client.query(setCount, [false, 0, prompts[2]?.id]);
  // The earliest versions considered all answers without sources fictional.
  await client.query(setCount, [true, null, prompts[3]?.id]);
  expect(await migrateAndRead('daily_answers', 'fictional_answers')).toEqual([1, 2, 0, null]);
});
