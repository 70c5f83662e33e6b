import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { getRunProgress } from '#lib/dashboard/runs/run-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
  type TestAnswer,
  type TestRunItem,
} from '#tests/support/dashboard';
import { changeSchema } from '#tests/support/database';
import { readRollups, recountRollups } from '#tests/support/recount';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

async function createRun(context: Context, projectId: string, input: { samples?: number } = {}) {
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['office'],
    countries: ['US', 'DE'],
    samples: input.samples ?? 1,
  });
  const runId = run?.runId ?? '';
  return { runId, items: await listRunItems(context, runId) };
}

const answer: TestAnswer = {
  text: 'I like Fjordwing.\n\n1. Paddlemoor\n2. Fjordwing',
  sources: [
    'https://www.fjordwing.example/a/?utm_source=x',
    'https://shop.otter.example/b',
    'https://news.example/c',
  ],
  cited: ['https://fjordwing.example/a', 'https://fjordwing.example/a', 'https://unlisted.example/'],
};

test('stores an answer with sources, mentions and rollups, and completes its run item', async () => {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const { runId, items } = await createRun(context, project.id);
  const item = items[0];
  if (!item) throw new Error('The run has no item.');
  const createdAt = new Date('2026-03-31T23:59:59.500Z');
  await receiveDelivery(context, buildDelivery(item, answer, { createdAt }));
  expect(await ingestAnswers(context)).toEqual({ records: 1, completedRuns: [] });

  const { rows: answers } = await dashboard.db.$client.query(
    `SELECT id, requested_at, status, provider, text, run_id FROM answers WHERE organization_id = $1`,
    [context.organizationId],
  );
  expect(answers).toEqual([
    {
      id: item.id,
      requested_at: createdAt,
      status: 'answered',
      provider: 'sandbox',
      text: answer.text,
      run_id: runId,
    },
  ]);
  const { rows: sources } = await dashboard.db.$client.query(
    `SELECT position, normalized_url AS url, domain, citations FROM answer_sources WHERE organization_id = $1 ORDER BY position`,
    [context.organizationId],
  );
  expect(sources).toEqual([
    { position: 1, url: 'fjordwing.example/a', domain: 'fjordwing.example', citations: 2 },
    // The competitor owns only this part of the domain.
    { position: 2, url: 'shop.otter.example/b', domain: 'shop.otter.example', citations: 0 },
    { position: 3, url: 'news.example/c', domain: 'news.example', citations: 0 },
    { position: 4, url: 'unlisted.example', domain: 'unlisted.example', citations: 1 },
  ]);
  const { rows: mentions } = await dashboard.db.$client.query(
    `SELECT brand_id, rank, count, spans FROM mentions WHERE organization_id = $1 ORDER BY rank`,
    [context.organizationId],
  );
  expect(mentions).toEqual([
    { brand_id: project.competitors[0]?.id, rank: 1, count: 1, spans: [22, 32] },
    { brand_id: project.own.id, rank: 2, count: 2, spans: [7, 16, 36, 45] },
  ]);
  const { rows: days } = await dashboard.db.$client.query(
    `SELECT day::text, answered, citations, fictional_answers FROM daily_answers WHERE organization_id = $1`,
    [context.organizationId],
  );
  expect(days).toEqual([{ day: '2026-03-31', answered: 1, citations: 3, fictional_answers: 1 }]);
  expect(await getRunProgress(context, { runId })).toMatchObject({
    answered: 1,
    pending: 7,
    status: 'sending',
  });
});

test('counts each run item once despite duplicates and concurrent ingestion, and completes the run', async () => {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const { runId, items } = await createRun(context, project.id, { samples: 10 });
  for (const [index, item] of items.entries()) {
    const delivery = buildDelivery(item, index % 7 === 0 ? { error: 'EXTERNAL_SERVICE_ERROR' } : answer);
    await receiveDelivery(context, delivery);
    await receiveDelivery(context, delivery);
    // Another task with the same idempotency key: a second answer to the same item.
    if (index % 5 === 0) await receiveDelivery(context, buildDelivery(item, answer));
  }
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => ingestAnswers(context)));
  expect(outcomes.flatMap(({ completedRuns }) => completedRuns)).toEqual([
    { organizationId: context.organizationId, runId, projectId: project.id, kind: 'manual' },
  ]);
  const progress = await getRunProgress(context, { runId });
  expect(progress).toMatchObject({ status: 'completed', total: 80, sent: 0, pending: 0 });
  expect(progress.answered + progress.failed).toBe(80);
  expect(await readRollups(context)).toEqual(await recountRollups(context, project));
  const { rows } = await dashboard.db.$client.query<{ answered: number }>(
    'SELECT sum(answered) AS answered FROM daily_answers WHERE organization_id = $1',
    [context.organizationId],
  );
  expect(rows[0]?.answered).toBe(progress.answered);
  expect(await ingestAnswers(context)).toEqual({ records: 0, completedRuns: [] });
});

test('stores an error for records that the database rejects or whose task is not from a run, and ingests the others', async () => {
  const context = await dashboard.createContext();
  const project = await createTestProject(context);
  const { runId, items } = await createRun(context, project.id);
  const [good, unreadable, empty, poisoned] = items;
  if (!good || !unreadable || !empty || !poisoned) throw new Error('The run has too few items.');
  const unknownRun = buildDelivery({ runId: randomUUID(), id: randomUUID() }, answer);
  const otherTask = { ...unknownRun, task: { ...unknownRun.task, id: randomUUID(), idempotencyKey: 'mine' } };
  // The run of `unknownRun` does not exist, which is not an error.
  await receiveDelivery(context, unknownRun);
  await receiveDelivery(context, otherTask);
  await receiveDelivery(context, { ...buildDelivery(unreadable, answer), response: { text: 7 } });
  await receiveDelivery(context, buildDelivery(empty, { text: '  ' }));
  // The database rejects this answer, as an example of an unexpected failure.
  await changeSchema(
    dashboard.adminUrl,
    "ALTER TABLE answers ADD CONSTRAINT poison CHECK (text <> 'poison')",
  );
  await receiveDelivery(context, buildDelivery(poisoned, { text: 'poison' }));
  await receiveDelivery(context, buildDelivery(good, answer));
  expect((await ingestAnswers(context)).records).toBe(6);
  const after = new Map((await listRunItems(context, runId)).map((item) => [item.id, item.status]));
  expect([good, unreadable, empty, poisoned].map((item: TestRunItem) => after.get(item.id))).toEqual([
    'answered',
    'unreadable',
    'no_answer',
    'unreadable',
  ]);
  const { rows } = await dashboard.db.$client.query<{ error: string | null }>(
    'SELECT error FROM webhook_inbox WHERE organization_id = $1 AND error IS NOT NULL',
    [context.organizationId],
  );
  expect(rows.map(({ error }) => error).sort()).toEqual([
    'The database rejected the data of this answer. The record is kept as received.',
    'The task does not belong to a run.',
  ]);
  expect(await readRollups(context)).toEqual(await recountRollups(context, project));
});

const words = ['Fjordwing', 'Fjord Wing', 'Paddlemoor', 'Otterline', 'kayak', 'is good.', 'otter'];
const urls = [
  'https://fjordwing.example/a',
  'https://www.fjordwing.example/a/',
  'https://shop.otter.example/x',
  'https://otter.example/x',
  'https://news.example/y?utm_source=z',
  'https://real.com/',
];
const answerArbitrary = fc.record({
  text: fc
    .record({
      prose: fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      listMarker: fc.constantFrom('- ', '1. '),
      items: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    })
    .map(({ prose, listMarker, items }) =>
      [prose.join(' '), ...items.map((item) => `${listMarker}${item.join(' ')}`)].join('\n'),
    ),
  sources: fc.array(fc.constantFrom(...urls), { maxLength: 5 }),
  cited: fc.array(fc.constantFrom(...urls), { maxLength: 5 }),
  searchQueries: fc.array(fc.constantFrom('Best  kayak', ' best kayak', 'KAYAKS', ' ', 'cheap'), {
    maxLength: 4,
  }),
});

test('rollups equal a full count of the stored rows, even after brand changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(answerArbitrary, fc.constant({ error: 'EXTERNAL_SERVICE_ERROR' })), {
        minLength: 8,
        maxLength: 24,
      }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 24, maxLength: 24 }),
      async (answers, days) => {
        const context = await dashboard.createContext(createFixedClock(new Date('2026-11-21T12:00:00Z')));
        const project = await createTestProject(context);
        const { items } = await createRun(context, project.id, { samples: 3 });
        for (const [index, content] of answers.entries()) {
          const item = items[index];
          const createdAt = new Date(Date.UTC(2026, 10, 1 + (days[index] ?? 0), 23, 59));
          if (item) await receiveDelivery(context, buildDelivery(item, content, { createdAt }));
        }
        await Promise.all([ingestAnswers(context), ingestAnswers(context)]);
        expect(await readRollups(context)).toEqual(await recountRollups(context, project));

        const added = await addCompetitor(context, {
          projectId: project.id,
          name: 'Kayak',
          aliases: ['otter'],
        });
        const changed = await updateBrand(context, {
          projectId: project.id,
          brandId: project.own.id,
          name: 'Fjord Wing',
          domains: ['news.example'],
        });
        const [removed, ...others] = project.competitors;
        await removeBrand(context, { projectId: project.id, brandId: removed?.id ?? '' });
        await rescoreProject(context, { projectId: project.id });
        const current = { ...project, own: changed, competitors: [...others, added] };
        expect(await readRollups(context)).toEqual(await recountRollups(context, current));
      },
    ),
    { numRuns: 12 },
  );
});
