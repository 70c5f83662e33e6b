import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { filterChoices } from '#lib/dashboard/metrics/filter-choices';
import { openPool } from '#lib/database/connection';
import { createDatabase } from '../support/database';
import { createMarket, firstDay, storeRollups, storeRuns } from './observations';

const database = await createDatabase();
const pool = openPool(database.url, { max: 2 });

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a project without runs offers its topics and tags, and says that nothing was answered', async () => {
  const { context, projectId } = await createMarket(pool);
  expect(await filterChoices(context, { projectId })).toEqual({
    engines: [],
    countries: [],
    topics: ['alpha', 'beta', 'gamma'],
    tags: ['all', 'even'],
    answered: false,
  });
});

test('what was asked is offered, and answers are told from absent ones', async () => {
  const { context, projectId } = await createMarket(pool);
  const project = { organizationId: context.organizationId, projectId };
  const absent = { day: 0, prompt: 0, engine: 'chat', country: 'US', ranks: [null, null, null], sources: [] };
  await storeRuns(pool, project, [firstDay]);
  await storeRollups(pool, project, [{ ...absent, status: 'no-answer' }]);
  expect(await filterChoices(context, { projectId })).toMatchObject({
    engines: ['chat', 'gen'],
    countries: ['JP', 'US'],
    answered: false,
  });
  await storeRollups(pool, project, [{ ...absent, day: 1, status: 'answered' }]);
  expect(await filterChoices(context, { projectId })).toMatchObject({ answered: true });
});

test('another organization learns nothing of a project', async () => {
  const { projectId } = await createMarket(pool);
  const { context } = await createMarket(pool);
  const stranger = { ...context, organizationId: randomUUID() };
  for (const outside of [context, stranger]) {
    expect(await filterChoices(outside, { projectId })).toMatchObject({
      topics: [],
      tags: [],
      answered: false,
    });
  }
});
