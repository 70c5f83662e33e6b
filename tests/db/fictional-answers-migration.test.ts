import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sandboxNote } from '#lib/contract/engines';
import { createFixedClock, toUtcDay } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import { openDatabase } from '#lib/db/client';
import { ownerRole } from '#scripts/postgres/role';
import {
  createProjectWithObservations,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  firstDay,
  type Observation,
  periodDays,
  prompts,
  storeAnswers,
} from '#tests/dashboard/analytics/support/observations';
import { createDatabase } from '#tests/support/database';
import { applyMigrations } from './apply-migrations';

const database = await createDatabase();
const client = new Client({ connectionString: database.adminUrl, options: `-c role=${ownerRole}` });
await client.connect();
const db = openDatabase(database.adminUrl);
const thisMonth = "date_trunc('month', now() AT TIME ZONE 'UTC')::date";
afterAll(async () => {
  await client.end();
  await db.$client.end();
  await database.drop();
});

test('counts the fictional answers that the previous version stored', async () => {
  const answer = { day: periodDays, country: 'US', status: 'answered', ranks: [null, null, null] } as const;
  const createAnswer = (prompt: number, domain: string | null): Observation => ({
    ...answer,
    ranks: [...answer.ranks],
    engine: 'gen',
    prompt,
    sources: domain === null ? [] : [{ domain, citations: 1 }],
  });
  const observations = [createAnswer(0, 'own.example'), createAnswer(1, null), createAnswer(2, 'news.com')];
  const { context, key, filters } = await createProjectWithObservations(db, observations);
  await storeAnswers(db, key, observations);
  await client.query("SELECT set_config('app.organization', '*', false)");
  await client.query('UPDATE answers SET text = $1 WHERE prompt_id = $2', [
    `No answer. ${sandboxNote}`,
    prompts[1]?.id,
  ]);
  const quarter = { ...filters, from: '2026-03-01', to: '2026-05-31' };
  const sum = (hours: number) =>
    sumMonths({ db, clock: createFixedClock(new Date(Date.now() + hours * 3_600_000)) });
  await sum(2);
  // The previous version considered all answers without sources fictional.
  await client.query(
    'UPDATE daily_answers SET fictional_answers = NULL, fictional = fictional OR sources_listed = 0',
  );
  await client.query('UPDATE monthly_answers SET fictional_answers = NULL, fictional = true');
  const readCounts = async () => {
    const { headline } = await getOverview(context, filters);
    const { headline: ofQuarter } = await getOverview(context, quarter);
    return [headline.fictional?.count, ofQuarter.fictional?.count];
  };
  // `count` is undefined if none or all of the answers count as fictional. Here, none of the quarter does yet, because
  // `fictional_answers` is null.
  expect(await readCounts()).toEqual([1, undefined]);
  // The previous version keeps adding rows to this month, and the migration must end nevertheless.
  await client.query(`
    INSERT INTO daily_answers SELECT (json_populate_record(daily_answers, json_build_object('day', (now() AT TIME ZONE 'UTC')::date))).*
    FROM daily_answers WHERE sources_listed > 0;
    INSERT INTO monthly_answers SELECT (json_populate_record(monthly_answers, json_build_object('month', ${thisMonth}))).*
    FROM monthly_answers;
    INSERT INTO rollup_months SELECT (json_populate_record(rollup_months, json_build_object('month', ${thisMonth}))).*
    FROM rollup_months`);
  await applyMigrations(client, (file) => file.startsWith('0038'));
  const { rows: unchanged } = await client.query(`
    SELECT (SELECT bool_and(fictional_answers IS NULL) FROM daily_answers WHERE day = (now() AT TIME ZONE 'UTC')::date) AS days,
      (SELECT bool_and(summed_to IS NOT NULL) FROM rollup_months WHERE month = ${thisMonth}) AS months`);
  expect(unchanged).toEqual([{ days: true, months: true }]);
  await client.query(`
    DELETE FROM monthly_answers WHERE month = ${thisMonth};
    DELETE FROM rollup_months WHERE month = ${thisMonth}`);
  expect(await readCounts()).toEqual([2, 2]);
  // Workers of the previous version may still run for a while, so the months are summed only six hours later.
  expect(await sum(3)).toBe(0);
  expect(await readCounts()).toEqual([2, 2]);
  expect(await sum(7)).toBe(1);
  expect(await readCounts()).toEqual([2, 2]);
  // The previous version may still write rows without the count. Their answers list only fictional sources or none.
  await client.query('UPDATE daily_answers SET fictional_answers = NULL WHERE fictional');
  await storeObservationRollups(db, key, [createAnswer(0, 'own.example')]);
  expect(await readCounts()).toEqual([2, 2]);
  expect(await sum(9)).toBe(1);
  expect(await readCounts()).toEqual([2, 2]);
});

test('counts the fictional answers without sources in the last days, including today', async () => {
  const today = toUtcDay(new Date());
  const day = (Date.parse(today) - Date.parse(firstDay)) / 86_400_000;
  const createAnswer = (prompt: number): Observation => ({
    day,
    prompt,
    engine: 'gen',
    country: 'US',
    status: 'answered',
    ranks: [null, null, null],
    sources: [],
  });
  const observations = [createAnswer(0), createAnswer(1)];
  const { context, key, filters } = await createProjectWithObservations(db, observations);
  await client.query("SELECT set_config('app.organization', '*', false)");
  await client.query('SELECT ensure_answer_partitions($1)', [today]);
  await storeAnswers(db, key, observations);
  await client.query('UPDATE answers SET text = $1 WHERE prompt_id = $2 AND requested_at >= $3', [
    `No answer. ${sandboxNote}`,
    prompts[0]?.id,
    today,
  ]);
  await client.query('UPDATE daily_answers SET fictional_answers = NULL, fictional = true WHERE day > $1', [
    filters.to,
  ]);
  const readCount = async () =>
    (await getOverview(context, { ...filters, from: today, to: today })).headline.fictional?.count;
  // None of the answers is counted as fictional yet.
  expect(await readCount()).toBeUndefined();
  await applyMigrations(client, (file) => file.startsWith('0041'));
  expect(await readCount()).toBe(1);
});
