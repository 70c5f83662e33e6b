import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#lib/core/permissions';
import { addDays, listDays } from '#lib/core/time';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import {
  createObservedProject,
  dayCount,
  firstDay,
  ownBrandId,
  periodDays,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import {
  buildTwoPeriodFilters,
  observeEverySegment,
} from '#tests/dashboard/analytics/support/observe-every-segment';
import { createDatabase } from '#tests/support/database';
import { createShareActor } from '#tests/support/reports';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
let context: Context;
let filters: MetricFilters;

/** Runs `work` with a database whose statements are recorded, without those that begin and end transactions. */
async function withRecordedStatements(
  work: (recorded: PooledDatabase, statements: string[]) => Promise<void>,
): Promise<void> {
  const separate = openDatabase(database.url, { max: 1 });
  const statements: string[] = [];
  separate.$client.on('connect', (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (statement: string | { text: string }, ...values: unknown[]) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        if (!/^(BEGIN|COMMIT|SET)/.test(text)) statements.push(text);
        return Reflect.apply(query, client, [statement, ...values]);
      },
    });
  });
  try {
    await work(separate, statements);
  } finally {
    await separate.$client.end();
  }
}

beforeAll(async () => {
  const observed = await createObservedProject(db);
  context = observed.context;
  filters = buildTwoPeriodFilters(observed.projectId);
  // Gen in Japan mentions the brand in the second period only; elsewhere, answers to every third prompt always do.
  const observations = observeEverySegment(({ day, prompt, engine, country }) =>
    engine === 'gen' && country === 'JP' ? day >= periodDays : prompt % 3 === 0,
  );
  const project = { organizationId: context.organizationId, projectId: observed.projectId };
  await storeRollups(db, project, observations);
  await storeRuns(db, project, listDays(firstDay, filters.to));
  await storeAnswers(db, project, observations.slice(0, 200));
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

test('the overview shows the same brand metrics, share of voice and answers as the pages of competitors and answers', async () => {
  const overview = await getOverview(context, filters);
  const competitors = await getCompetitors(context, filters);
  expect(overview.brandMetrics).toEqual(competitors.brandMetrics);
  expect(overview.shareOfVoiceOverTime).toEqual(competitors.shareOfVoiceOverTime);
  expect(await listAnswers(context, filters)).toEqual(overview.latestAnswers);
});

test('reads the whole overview in six statements, after a first view that fits and stores the noise', async () => {
  await withRecordedStatements(async (recorded, statements) => {
    const unseen = { ...filters, from: addDays(filters.from, 1) };
    const count = async () => {
      statements.length = 0;
      await getOverview({ ...context, db: recorded }, unseen);
      return statements.length;
    };
    // Besides, it reads the first day, the history with the most cited domains, and stores the noise.
    expect(await count()).toBe(12);
    expect(await count()).toBe(6);
  });
});

test('reports the engine and country with the largest clear change', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  const observations = observeEverySegment(({ day, prompt, engine, country }) =>
    engine === 'gen' && country === 'JP' ? day >= periodDays : prompt % 3 === 0,
  );
  // Three samples a day: both periods have only three weekdays in common, on which they are compared.
  await storeRollups(db, project, [...observations, ...observations, ...observations]);
  const { headline, byEngine } = await getOverview(
    observed.context,
    buildTwoPeriodFilters(observed.projectId),
  );
  expect(headline.largestChange).toMatchObject({
    engine: 'gen',
    country: 'JP',
    change: { verdict: 'up', difference: expect.closeTo(1, 9) },
  });
  expect(headline.visibility).toMatchObject({ numerator: 180, denominator: 360 });
  const rowByEngine = new Map(byEngine.map((row) => [row.engine, row]));
  expect(rowByEngine.get('chat')?.visibility.change?.verdict).toBe('no clear change');
  expect(rowByEngine.get('gen')?.visibility.change?.verdict).toBe('up');
});

test('share of voice has no value without competitors', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  await storeRollups(
    db,
    project,
    observeEverySegment(() => true),
  );
  await db.$client.query("DELETE FROM brands WHERE organization_id = $1 AND role = 'competitor'", [
    project.organizationId,
  ]);
  await db.$client.query('DELETE FROM daily_brands WHERE organization_id = $1 AND brand_id <> $2', [
    project.organizationId,
    ownBrandId,
  ]);
  const filtered = await getOverview(observed.context, buildTwoPeriodFilters(observed.projectId));
  expect(filtered.headline.shareOfVoice).toMatchObject({ value: null, numerator: 0, denominator: 0 });
  expect(filtered.shareOfVoiceOverTime.series).toEqual([]);
  expect(filtered.headline.visibility.value).toBe(1);
});

test('allows share links, rejects API keys, and hides the project from other organizations', async () => {
  const getHeadline = async (reader: Context) => (await getOverview(reader, filters)).headline;
  const readAs = (actor: Actor) => getHeadline({ ...context, actor });
  await expect(readAs(createShareActor(randomUUID()))).resolves.toMatchObject({ answers: 120 });
  await expect(readAs({ kind: 'key', keyId: randomUUID() })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  const otherOrganization = { ...context, organizationId: randomUUID() };
  await expect(getHeadline(otherOrganization)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const [latest] = (await listAnswers(context, filters)).answers;
  const query = { projectId: filters.projectId, answerId: latest?.id ?? '' };
  await expect(getAnswer(otherOrganization, query)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  await expect(
    getAnswer({ ...context, actor: { kind: 'key', keyId: randomUUID() } }, query),
  ).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('pages through all answers, each once, newest first, even when many share a timestamp', async () => {
  const longPeriod = { ...filters, from: firstDay };
  const listed: { id: string; requestedAt: Date }[] = [];
  let before: string | null = null;
  do {
    const page = await listAnswers(context, longPeriod, { limit: 13, before });
    listed.push(...page.answers);
    before = page.nextCursor;
  } while (before !== null);
  expect(listed).toHaveLength(200);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(200);
  const instants = listed.map(({ requestedAt }) => requestedAt.getTime());
  expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  expect((await listAnswers(context, longPeriod, { before: "'; DROP TABLE answers" })).answers).toHaveLength(
    20,
  );
});

test('applies the filters to the latest answers', async () => {
  const longPeriod: MetricFilters = {
    ...filters,
    from: firstDay,
    engines: ['gen'],
    countries: ['JP'],
    tags: ['even'],
    branded: 'only',
  };
  const { answers } = await listAnswers(context, longPeriod, { limit: 100 });
  expect(answers.length).toBeGreaterThan(0);
  for (const { engine, country, promptId } of answers) {
    expect([engine, country]).toEqual(['gen', 'JP']);
    expect(prompts.find(({ id }) => id === promptId)).toMatchObject({
      isBranded: true,
      tags: ['even', 'all'],
    });
  }
});

test('returns an answer with text, mentions, sources, brands and the engine’s result', async () => {
  const { answers } = await listAnswers(context, { ...filters, from: firstDay }, { limit: 200 });
  const mentioning = answers.find(({ brandIds }) => brandIds.includes(ownBrandId));
  const answer = await getAnswer(context, { projectId: filters.projectId, answerId: mentioning?.id ?? '' });
  expect(answer.brands.map(({ role }) => role)).toEqual(['own', 'competitor', 'competitor']);
  expect(answer.sources).toEqual([expect.objectContaining({ position: 1, domain: 'own.example' })]);
  expect(answer.result).toEqual({ text: answer.text });
  const mention = answer.mentions.find(({ brandId }) => brandId === ownBrandId);
  expect(answer.text.slice(mention?.spans[0], mention?.spans[1])).toBe('Brand 0');
  const inExcerpt = mentioning?.excerpt.mentions.find(({ brandId }) => brandId === ownBrandId);
  expect(mentioning?.excerpt.text.slice(inExcerpt?.spans[0], inExcerpt?.spans[1])).toBe('Brand 0');
});

test('marks prompts as uninformative if none of their answers mentions a brand, or all mention the same brand only', async () => {
  const observed = await createObservedProject(db);
  const ranksByPrompt = [
    [null, null, null],
    [1, null, null],
    [1, 2, null],
    [null, 1, null],
    // The last two prompts are branded.
    [1, null, null],
    [null, null, null],
  ];
  const observations = observeEverySegment(() => false).map((observation) => ({
    ...observation,
    // One answer to the fourth prompt mentions no brand.
    ranks:
      observation.prompt === 3 && observation.day === dayCount - 1 && observation.engine === 'chat'
        ? []
        : (ranksByPrompt[observation.prompt] ?? []),
  }));
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  await storeRollups(db, project, observations);
  const breakdown = await getPromptBreakdown(observed.context, buildTwoPeriodFilters(observed.projectId));
  const reasons = prompts.map(({ id }) => breakdown.get(id)?.uninformativeReason ?? null);
  expect(reasons).toEqual([
    { kind: 'no brand' },
    { kind: 'one brand', brand: expect.any(String) },
    null,
    null,
    null,
    null,
  ]);
  // In three days, each prompt has 12 answers, which are too few to call it uninformative.
  const shortPeriod = { ...buildTwoPeriodFilters(observed.projectId), from: addDays(firstDay, dayCount - 3) };
  const [first] = [...(await getPromptBreakdown(observed.context, shortPeriod)).values()];
  expect(first).toMatchObject({ answers: 12, uninformativeReason: null });
});
