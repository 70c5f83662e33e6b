import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { parseAnswerExtras } from '#lib/dashboard/analytics/answers/answer-extras';
import {
  getAnswer,
  getPreviousAnswer,
  getRawAnswer,
  parseStoredPage,
} from '#lib/dashboard/analytics/answers/get-answer';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countItemsByStatus, findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import type { Context } from '#lib/db/context';
import {
  buildFilters,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandIds,
  createObservedProject,
  insert,
  type Observation,
  prompts,
  storeAnswers,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

const readExample = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../../lib/contract/examples/results/${name}.json`, import.meta.url), 'utf8'),
  );

describe('answer extras', () => {
  test.each([
    ['answer', 'products'],
    ['answer', 'related'],
    ['office', 'products'],
    ['searchai', 'products'],
    ['search', 'related'],
  ] as const)('%s result: reads its %s', (engine, part) => {
    const found = parseAnswerExtras(engine, readExample(engine))[part];
    expect(found.length).toBeGreaterThan(0);
    for (const extra of found) expect(typeof extra === 'string' ? extra : extra.name).not.toBe('');
  });

  test('lists a product once per seller, even if it is both on a card and in the text', () => {
    const withoutOffers = { image_urls: [], offers: [] };
    const shoe = { title: 'Shoe', price: '$9', merchant: 'Barn', ...withoutOffers };
    const { products } = parseAnswerExtras('chat', {
      ...resultSchemas.chat.parse(readExample('chat')),
      shoppingCards: [{ tags: [], products: [shoe, { ...shoe, merchant: 'Mill' }] }],
      inlineProducts: [{ product: shoe }, { product: { title: 'Boot', ...withoutOffers } }],
    });
    expect(products.map(({ name, seller }) => [name, seller])).toEqual([
      ['Shoe', 'Barn'],
      ['Shoe', 'Mill'],
      ['Boot', ''],
    ]);
  });

  test.each([
    ['an engine without extras', 'gen', readExample('gen')],
    ['an invalid result', 'answer', { text: 1 }],
    ['an unknown engine', 'other', readExample('answer')],
    ['null', 'chat', null],
  ])('returns nothing for %s', (_, engine, result) => {
    expect(parseAnswerExtras(engine, result)).toEqual({ products: [], places: [], media: [], related: [] });
  });
});

describe('parsing the stored page of a result', () => {
  const requestedAt = new Date('2026-03-01T12:00:00Z');
  test.each([
    ['without a URL', {}, null],
    ['with a URL that is not HTTP', { html: 'javascript:alert(1)' }, null],
    [
      'with a URL that contains its expiry',
      { html: 'https://here/page-1.html?expires=1772400000&signature=x' },
      {
        urls: ['https://here/page-1.html?expires=1772400000&signature=x'],
        expiresAt: new Date(1_772_400_000_000),
      },
    ],
    [
      'with several URLs without an expiry',
      { html: ['https://there/1', 'https://there/2'] },
      { urls: ['https://there/1', 'https://there/2'], expiresAt: new Date('2026-03-02T12:00:00Z') },
    ],
  ])('%s', (_, result, expected) => {
    expect(parseStoredPage(result, requestedAt)).toEqual(expected);
  });
});

describe('one answer', () => {
  const base = { prompt: 0, engine: 'chat', country: 'US', status: 'answered', sources: [] } as const;
  const observations: Observation[] = [
    { ...base, day: 5, ranks: [2, 1], sources: [{ domain: 'news.example', citations: 1 }] },
    { ...base, day: 6, ranks: [], status: 'no_answer', sources: [] },
    { ...base, day: 7, ranks: [1], sources: [{ domain: 'own.example', citations: 0 }] },
    { ...base, day: 6, country: 'JP', ranks: [1], sources: [] },
    { ...base, day: 6, prompt: 1, ranks: [1], sources: [] },
    { ...base, day: 7, prompt: 1, ranks: [], status: 'unreadable', sources: [] },
  ];
  let context: Context;
  let projectId: string;
  let ids: string[];

  beforeAll(async () => {
    ({ context, projectId } = await createObservedProject(db));
    const scope = { organizationId: context.organizationId, projectId };
    await storeAnswers(db, scope, observations);
    await storeObservationRollups(db, scope, observations);
    const { answers } = await listAnswers(context, buildFilters(projectId));
    ids = answers.map(({ id }) => id);
  });

  const getNewestId = async () => {
    const { answers } = await listAnswers(context, buildFilters(projectId), { limit: 1 });
    return answers[0]?.id ?? '';
  };

  test('finds the previous answer of the same segment, skipping items without an answer', async () => {
    const previous = await getPreviousAnswer(context, { projectId, answerId: await getNewestId() });
    expect(previous).toMatchObject({ brandIds: [brandIds[1], brandIds[0]], domains: ['news.example'] });
    expect(previous?.requestedAt.toISOString()).toBe('2026-03-06T12:00:00.000Z');
    expect(await getPreviousAnswer(context, { projectId, answerId: previous?.id ?? '' })).toBeNull();
  });

  test('returns the result as received, and sources with their types, including those assigned in the project', async () => {
    const answerId = await getNewestId();
    const raw = await getRawAnswer(context, { projectId, answerId });
    const answer = await getAnswer(context, { projectId, answerId });
    expect(JSON.parse(raw ?? '')).toEqual({ text: answer.text });
    expect(raw).toContain('\n  "text"');
    expect(answer.sources).toMatchObject([{ domain: 'own.example', type: 'own', citations: 0 }]);
    expect(answer.brands[0]).toEqual({ id: brandIds[0], name: 'Brand 0', role: 'own', colorIndex: 0 });
    await db.$client.query(
      `INSERT INTO domain_types (organization_id, project_id, domain, type) VALUES ($1, $2, 'own.example', 'shop'), ($1, $2, 'news.example', 'shop')`,
      [context.organizationId, projectId],
    );
    const previous = await getPreviousAnswer(context, { projectId, answerId });
    const types = await Promise.all(
      [answerId, previous?.id ?? ''].map(async (id) => {
        const { sources } = await getAnswer(context, { projectId, answerId: id });
        return sources.map(({ domain, type }) => [domain, type]);
      }),
    );
    expect(types).toEqual([[['own.example', 'own']], [['news.example', 'shop']]]);
  });

  test('is fictional if the sandbox wrote it, whatever its sources are', async () => {
    const own = await createObservedProject(db);
    const scope = { organizationId: own.context.organizationId, projectId: own.projectId };
    const sources = [{ domain: 'news.example', citations: 1 }];
    await storeAnswers(db, scope, [
      { ...base, day: 8, ranks: [], sources, provider: 'sandbox' },
      { ...base, day: 7, ranks: [], sources, provider: 'openai' },
      { ...base, day: 6, ranks: [], sources, provider: null },
      { ...base, day: 5, ranks: [], sources: [], provider: 'sandbox' },
    ]);
    const { answers } = await listAnswers(own.context, buildFilters(own.projectId));
    const expected = [true, false, false, true];
    expect(answers.map(({ isFictional }) => isFictional)).toEqual(expected);
    const details = await Promise.all(
      answers.map(({ id: answerId }) => getAnswer(own.context, { projectId: own.projectId, answerId })),
    );
    expect(details.map(({ isFictional }) => isFictional)).toEqual(expected);
  });

  test('finds nothing for another organization or a malformed ID', async () => {
    const other = await createObservedProject(db);
    const [answerId = ''] = ids;
    expect(await getRawAnswer(other.context, { projectId, answerId })).toBeNull();
    expect(await getPreviousAnswer(other.context, { projectId, answerId })).toBeNull();
    expect(await getRawAnswer(context, { projectId: other.projectId, answerId })).toBeNull();
    expect(await getRawAnswer(context, { projectId, answerId: 'none' })).toBeNull();
    await expect(getAnswer(other.context, { projectId, answerId })).rejects.toThrow('Answer not found');
  });

  test('counts run items by status, and lists the failed ones newest first, page by page', async () => {
    const { organizationId } = context;
    // The last run is before the current period, so its items are left out.
    const runs = [6, 7, 2].map((day) => ({ id: randomUUID(), at: `2026-03-0${day + 1}T12:00:00Z` }));
    await insert(
      db,
      'runs',
      runs.map(({ id, at }) => ({
        organization_id: organizationId,
        project_id: projectId,
        id,
        kind: 'manual',
        requested_at: at,
        engines: ['chat'],
        countries: ['US'],
        samples: 1,
        item_count: 0,
        status: 'completed',
        created_at: at,
      })),
    );
    await insert(
      db,
      'run_items',
      runs.flatMap(({ id }) =>
        ['failed', 'failed', 'answered'].map((status, index) => ({
          organization_id: organizationId,
          run_id: id,
          id: randomUUID(),
          prompt_id: prompts[index]?.id,
          engine: index === 0 ? 'chat' : 'gen',
          country: 'US',
          sample: 1,
          status,
          error_code: status === 'failed' ? 'EXTERNAL_SERVICE_ERROR' : null,
        })),
      ),
    );
    const filters = buildFilters(projectId);
    expect(await countItemsByStatus(context, filters)).toEqual({
      answered: 4,
      no_answer: 1,
      unreadable: 1,
      failed: 4,
    });
    const first = await findFailedItems(context, filters, { limit: 3 });
    const rest = await findFailedItems(context, filters, { limit: 3, before: first.nextCursor });
    expect([...first.failed, ...rest.failed].map(({ runId }) => runId)).toEqual(
      [runs[1], runs[1], runs[0], runs[0]].map((run) => run?.id),
    );
    expect(rest.nextCursor).toBeNull();
    expect(first.failed[0]).toMatchObject({ errorCode: 'EXTERNAL_SERVICE_ERROR', country: 'US' });
    const gen = await findFailedItems(context, { ...filters, engines: ['gen'] });
    expect(gen.failed.map(({ prompt }) => prompt)).toEqual(['Prompt 2', 'Prompt 2']);
  });
});
