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
import { type Context, type Database, openDatabase, toDatabase } from '#lib/db/client';
import {
  countries,
  createObservedProject,
  dayCount,
  engines,
  firstDay,
  type Observation,
  ownBrandId,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { createDatabase } from '#tests/support/database';
import { createViewer } from '#tests/support/reports';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
let context: Context;
let filters: MetricFilters;

const half = dayCount / 2;
/** Creates an observation of every segment on every day. `isMentioned` decides whether it mentions the project's own brand. */
function observeEverySegment(
  isMentioned: (observed: { day: number; prompt: number; engine: string; country: string }) => boolean,
) {
  const observations: Observation[] = [];
  for (let day = 0; day < dayCount; day += 1) {
    for (const prompt of prompts.keys()) {
      for (const engine of engines) {
        for (const country of countries) {
          const segment = { day, prompt, engine, country };
          const sources = [{ domain: 'own.example', citations: (prompt + day) % 2 }];
          observations.push({
            ...segment,
            status: 'answered',
            ranks: [isMentioned(segment) ? 1 : null, 1, null],
            sources,
          });
        }
      }
    }
  }
  return observations;
}

/** Runs `work` on a new connection, so that its statements can be counted. */
async function withFreshClient(work: (client: Database) => Promise<void>): Promise<void> {
  const separate = openDatabase(database.url, { max: 1 });
  const client = await separate.$client.connect();
  try {
    await work(toDatabase(client));
  } finally {
    client.release();
    await separate.$client.end();
  }
}

function buildFilters(projectId: string): MetricFilters {
  return {
    projectId,
    from: addDays(firstDay, half),
    to: addDays(firstDay, dayCount - 1),
    compare: 'previous',
    comparedWith: null,
    promptIds: [],
    brandId: null,
    engines: [],
    countries: [],
    topics: [],
    tags: [],
    branded: 'with',
  };
}

beforeAll(async () => {
  const observed = await createObservedProject(db);
  context = observed.context;
  filters = buildFilters(observed.projectId);
  // Gen in Japan mentions the brand in the second period only; elsewhere, answers to every third prompt always do.
  const observations = observeEverySegment(({ day, prompt, engine, country }) =>
    engine === 'gen' && country === 'JP' ? day >= half : prompt % 3 === 0,
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

test('the overview shows the same brands, time series and answers as their own pages', async () => {
  const all = await getOverview(context, filters);
  const competitors = await getCompetitors(context, filters);
  // The overview judges more changes together, so its intervals of changes are wider.
  const omitVerdicts = (metrics: unknown) =>
    JSON.stringify(metrics, (key, value) =>
      ['interval', 'level', 'verdict'].includes(key) ? undefined : value,
    );
  expect(omitVerdicts(all.brandMetrics)).toEqual(omitVerdicts(competitors.brandMetrics));
  expect(all.shareOfVoiceOverTime).toEqual(competitors.shareOfVoiceOverTime);
  expect(await listAnswers(context, filters)).toEqual(all.latestAnswers);
});

test('reads the whole overview in five statements', async () => {
  await withFreshClient(async (client) => {
    const statements = recordStatements(client);
    await getOverview({ ...context, db: client }, filters);
    expect(statements.filter((text) => !text.includes('set_config'))).toHaveLength(5);
  });
});

/** Records the text of each statement that a client sends from now on. */
function recordStatements({ $client }: Database): string[] {
  const statements: string[] = [];
  const query = $client.query.bind($client);
  Object.assign($client, {
    query: (text: string, values?: unknown[]) => {
      statements.push(text);
      return query(text, values);
    },
  });
  return statements;
}

test('reports the engine and country that moved, and leaves the others within noise', async () => {
  const { headline, byEngine } = await getOverview(context, filters);
  const { largestChange, visibility, runCount } = headline;
  expect(runCount).toBe(half);
  expect(largestChange).toMatchObject({
    engine: 'gen',
    country: 'JP',
    change: { verdict: 'moved', difference: 1 },
  });
  expect(visibility).toMatchObject({ numerator: 60, denominator: 120, grade: 'exploratory' });
  expect(visibility.clusteredInterval).not.toBe(null);
  const rowByEngine = new Map(byEngine.map((row) => [row.engine, row]));
  expect(rowByEngine.get('chat')?.visibility.change?.verdict).not.toBe('moved');
  expect(rowByEngine.get('gen')?.visibility.change?.verdict).toBe('moved');
});

test('reports ‘model changed’ for an engine whose model changed between the periods', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  const observations = observeEverySegment(({ day }) => day >= half);
  await storeRollups(db, project, observations);
  await storeRuns(db, project, listDays(firstDay, filters.to));
  await storeAnswers(db, project, observations, ({ engine, day }) =>
    engine === 'gen' && day >= half ? 'gen-2' : `${engine}-1`,
  );
  const { byEngine } = await getOverview(observed.context, buildFilters(observed.projectId));
  const changes = byEngine.map(({ engine, previousModel, currentModel, visibility }) => [
    engine,
    previousModel,
    currentModel,
    visibility.change?.verdict,
  ]);
  expect(changes).toEqual([
    ['chat', 'chat-1', 'chat-1', 'moved'],
    ['gen', 'gen-1', 'gen-2', 'model changed'],
  ]);
});

test('leaves engines whose model changed out of cross-engine changes, unless every model changed', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  // Chat starts to mention the brand in all prompts but one. Gen stops mentioning it, but its model changes too.
  const observations = observeEverySegment(({ day, engine, prompt }) =>
    engine === 'chat' ? day >= half && prompt > 0 : day < half,
  );
  await storeRollups(db, project, observations);
  await storeRuns(db, project, listDays(firstDay, filters.to));
  await storeAnswers(db, project, observations, ({ engine, day }) =>
    engine === 'gen' && day >= half ? 'gen-2' : `${engine}-1`,
  );
  const pooled = {
    previous: 0,
    current: 50 / 60,
    segments: 12,
    currentAnswers: 60,
    previousAnswers: 60,
    excludedEngines: ['gen'],
  };
  const all = await getOverview(observed.context, buildFilters(observed.projectId));
  expect(all.headline.visibility.change).toMatchObject({ ...pooled, verdict: 'moved' });
  // The metric itself covers all answers.
  expect(all.headline.visibility).toMatchObject({ numerator: 50, denominator: 120 });
  const ownMetrics = all.brandMetrics.find(({ brand }) => brand.id === ownBrandId);
  expect(ownMetrics?.visibility.change).toMatchObject(pooled);
  for (const { visibility } of all.byCountry) {
    expect(visibility.change).toMatchObject({
      ...pooled,
      segments: 6,
      currentAnswers: 30,
      previousAnswers: 30,
    });
  }
  const filtered = await getOverview(observed.context, {
    ...buildFilters(observed.projectId),
    engines: ['gen'],
  });
  const changed = { previous: 1, current: 0, segments: 12, excludedEngines: [], verdict: 'model changed' };
  expect(filtered.headline.visibility.change).toMatchObject(changed);
  expect(filtered.brandMetrics.find(({ brand }) => brand.id === ownBrandId)?.visibility.change).toMatchObject(
    changed,
  );
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
  const filtered = await getOverview(observed.context, buildFilters(observed.projectId));
  expect(filtered.headline.shareOfVoice).toMatchObject({ value: null, numerator: 0, denominator: 0 });
  expect(filtered.shareOfVoiceOverTime.series).toEqual([]);
  expect(filtered.headline.visibility.value).toBe(1);
});

test('allows share links, rejects API keys, and hides the project from other organizations', async () => {
  const getHeadline = async (reader: Context) => (await getOverview(reader, filters)).headline;
  const readAs = (actor: Actor) => getHeadline({ ...context, actor });
  await expect(readAs(createViewer(randomUUID()))).resolves.toMatchObject({ answers: 120 });
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

test('pages through all answers once, newest first, even when many share a timestamp', async () => {
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
    expect(prompts.find(({ id }) => id === promptId)).toMatchObject({ branded: true, tags: ['even', 'all'] });
  }
});

test('returns an answer with text, mentions, sources, brands and the engine’s result', async () => {
  const { answers } = await listAnswers(context, { ...filters, from: firstDay }, { limit: 200 });
  const mentioning = answers.find(({ brandIds }) => brandIds.includes(ownBrandId));
  const answer = await getAnswer(context, { projectId: filters.projectId, answerId: mentioning?.id ?? '' });
  expect(answer.brands.map(({ role }) => role)).toEqual(['own', 'competitor', 'competitor']);
  expect(answer.sources).toEqual([
    expect.objectContaining({ position: 1, domain: 'own.example', isFictional: true }),
  ]);
  expect(answer.result).toEqual({ text: answer.text });
  const mention = answer.mentions.find(({ brandId }) => brandId === ownBrandId);
  expect(answer.text.slice(mention?.spans[0], mention?.spans[1])).toBe('Brand 0');
  const inExcerpt = mentioning?.excerpt.mentions.find(({ brandId }) => brandId === ownBrandId);
  expect(mentioning?.excerpt.text.slice(inExcerpt?.spans[0], inExcerpt?.spans[1])).toBe('Brand 0');
});

test('marks prompts whose answers never mention a brand, or only one, as uninformative', async () => {
  const observed = await createObservedProject(db);
  const ranksByPrompt = [
    [null, null, null],
    [1, null, null],
    [1, 2, null],
    [null, 1, null],
    // Branded.
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
  const breakdown = await getPromptBreakdown(observed.context, buildFilters(observed.projectId));
  const problems = prompts.map(({ id }) => breakdown.get(id)?.problem ?? null);
  expect(problems).toEqual([
    { kind: 'no brand' },
    { kind: 'one brand', brand: expect.any(String) },
    ...[null, null, null, null],
  ]);
  const short = { ...buildFilters(observed.projectId), from: addDays(firstDay, dayCount - 3) };
  const [first] = [...(await getPromptBreakdown(observed.context, short)).values()];
  expect(first).toMatchObject({ answers: 12, problem: null });
});
