import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEnv } from '#lib/core/env';
import { createFixedClock } from '#lib/core/time';
import { listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { addCompetitor } from '#lib/dashboard/brands/edit-brands';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { deleteProject } from '#lib/dashboard/projects/project';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { startRun } from '#lib/dashboard/runs/run-store';
import {
  disableClassifier,
  enableClassifier,
  getClassifier,
  retryClassifier,
} from '#lib/dashboard/sentiment/classifier';
import { classifyAnswers } from '#lib/dashboard/sentiment/classify-answers';
import type { GetLanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import type { Context } from '#lib/db/context';
import { askLanguageModel } from '#lib/service/provider-keys/language-model';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';

const dashboard = await startDashboard();
let server: MockProviderServer;
let behavior: MockBehavior | undefined;
beforeAll(async () => {
  server = await startMockProviders({ folder: 'fixtures/providers', getBehavior: () => behavior });
});
afterAll(async () => {
  await server.close();
  await dashboard.stop();
});

/** Creates a function that queries models of the mock server with the organization's own key. */
function createModelGetter(context: Context): GetLanguageModel {
  const settings = { ...getEnv(), OPENAI_BASE_URL: server.url, GEMINI_BASE_URL: server.url };
  return (choice) => (request, signal) => askLanguageModel(settings, context, choice, request, signal);
}

const day = '2026-03-02';
const clock = createFixedClock(new Date(`${day}T12:00:00Z`));
const input = {
  provider: 'openai',
  providerTitle: 'OpenAI',
  model: 'gpt-5-mini',
  inputPrice: 0.25,
  outputPrice: 2,
  since: '2026-03-01',
};

/**
 * German sentences. They contain the English words by which the mock model
 * determines the sentiment.
 */
const texts = [
  'Der Fjordwing ist excellent. Paddlemoor ist expensive.',
  'Fjordwing: cheap. Fjordwing hat slow support.',
];

async function receiveAnswers(context: Context, projectId: string, instant = clock.now()): Promise<void> {
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['DE'],
    samples: 1,
  });
  for (const [index, item] of (await listRunItems(context, run?.runId ?? '')).entries()) {
    const answer = { text: texts[index % 2] ?? '' };
    await receiveDelivery(context, buildDelivery(item, answer, { createdAt: instant }));
  }
  await ingestAnswers(context);
}

/** Creates a project with four answers, and an organization with a key for OpenAI. */
async function createAnsweredProject() {
  const context = await dashboard.createContext(clock);
  await setProviderKeys(context, { provider: 'openai', keys: { OPENAI_API_KEY: 'sk-test-key' } });
  const { id: projectId } = await createTestProject(context);
  await receiveAnswers(context, projectId);
  const signal = new AbortController().signal;
  const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, { days: '7' }, clock);
  return {
    context,
    projectId,
    getLanguageModel: createModelGetter(context),
    classify: () => classifyAnswers(context, createModelGetter(context), signal),
    rescore: () => rescoreProject(context, { projectId }),
    read: () => getCompetitors(context, filters),
    readSentiment: async () => {
      const { brandMetrics } = await getCompetitors(context, filters);
      return Object.fromEntries(
        brandMetrics.map(({ brand, sentiment: { positive, neutral, negative, classifier } }) => [
          brand.name,
          [positive, neutral, negative, classifier],
        ]),
      );
    },
  };
}

const model = 'OpenAI gpt-5-mini';

test('classifies sentences of any language, with the aspects they praise or criticize', async () => {
  const { context, projectId, getLanguageModel, classify, rescore, read, readSentiment } =
    await createAnsweredProject();
  expect(await readSentiment()).toMatchObject({ Fjordwing: [0, 0, 0, null] });
  expect((await read()).aspects).toBe(null);
  await enableClassifier(context, input, getLanguageModel);
  // The old classifier counts until all answers are rescored.
  expect(await readSentiment()).toMatchObject({ Fjordwing: [0, 0, 0, null] });
  await rescore();
  expect(await getClassifier(context)).toMatchObject({ name: model, queued: 4, error: null });
  expect(await classify()).toBe(4);
  expect(await readSentiment()).toMatchObject({
    Fjordwing: [4, 0, 2, model],
    Paddlemoor: [0, 0, 2, model],
    Otterline: [0, 0, 0, model],
  });
  const { aspects } = await read();
  expect(aspects).toMatchObject([
    { aspect: 'price', positive: 2, negative: 0, praise: { value: 1 }, competitorPraise: { value: 0 } },
    { aspect: 'quality', positive: 2, negative: 0, competitorPraise: { value: null } },
    { aspect: 'support', positive: 0, negative: 2, praise: { value: 0 } },
  ]);
  const sentences = await listAspectSentences(context, { projectId, query: 'days=7', aspect: 'support' });
  expect(sentences).toMatchObject([
    { sentence: 'Fjordwing hat slow support.', sentiment: 'negative', answers: 2, engines: ['gen'] },
  ]);
  await expect(
    listAspectSentences(context, { projectId, query: 'days=7', aspect: 'smell' as never }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('classifies new answers, and a repeated sentence only once', async () => {
  const { context, projectId, getLanguageModel, classify, rescore, readSentiment } =
    await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  const countCalls = () => server.calls.length;
  const before = countCalls();
  await classify();
  // One request contains every sentence once, although each occurs in two answers.
  expect(countCalls() - before).toBe(1);
  await receiveAnswers(context, projectId);
  expect(await classify()).toBe(4);
  expect(countCalls() - before).toBe(1);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [8, 0, 4, model] });
  const { inputTokens = 0, outputTokens = 0 } = (await getClassifier(context)) ?? {};
  expect(inputTokens).toBeGreaterThan(20);
  expect(outputTokens).toBeGreaterThan(20);
});

test('counts each sentence once if several workers classify the same answers', async () => {
  const { context, getLanguageModel, classify, rescore, readSentiment } = await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  const counts = await Promise.all([classify(), classify(), classify()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(4);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [4, 0, 2, model] });
});

test('does not classify answers from before the start date', async () => {
  const { context, projectId, getLanguageModel, classify, rescore, readSentiment } =
    await createAnsweredProject();
  await receiveAnswers(context, projectId, new Date('2026-02-28T10:00:00Z'));
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  expect(await classify()).toBe(4);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [4, 0, 2, model] });
});

test('a new competitor keeps classifications, and only the sentences that mention it are classified', async () => {
  const { context, projectId, getLanguageModel, classify, rescore, readSentiment } =
    await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  await classify();
  const before = server.calls.length;
  await addCompetitor(context, { projectId, name: 'Der', domains: [] });
  await rescore();
  expect(await classify()).toBe(4);
  const requests = server.calls.slice(before).map(({ prompt }) => JSON.parse(prompt));
  expect(requests).toEqual([{ items: [expect.objectContaining({ brand: 'Der' })] }]);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [4, 0, 2, model], Der: [2, 0, 0, model] });
});

test('a failing provider loses nothing: answers wait, the reason is shown, and a retry classifies them', async () => {
  const { context, getLanguageModel, classify, rescore, readSentiment } = await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  behavior = {
    kind: 'response',
    status: 401,
    body: { error: { message: 'Incorrect API key provided: sk-test-key.', code: 'invalid_api_key' } },
  };
  expect(await classify()).toBe(0);
  const failed = await getClassifier(context);
  expect(failed).toMatchObject({ queued: 4, retryAt: new Date(`${day}T12:15:00Z`) });
  expect(failed?.error).toMatch(/^OpenAI returned 401: /);
  expect(failed?.error).not.toContain('sk-test-key');
  behavior = undefined;
  await retryClassifier(context);
  expect(await classify()).toBe(4);
  expect(await getClassifier(context)).toMatchObject({ queued: 0, error: null, retryAt: null });
  expect(await readSentiment()).toMatchObject({ Fjordwing: [4, 0, 2, model] });
});

test('a model that returns invalid output classifies nothing and is queried at most twice', async () => {
  const { context, getLanguageModel, classify, rescore, readSentiment } = await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  const before = server.calls.length;
  const text = '{"results":[{"id":0,"sentiment":"great"},{"id":99}]}';
  behavior = { kind: 'response', status: 200, body: { output: [{ content: [{ text }] }] } };
  // The answers leave the queue without a sentiment.
  expect(await classify()).toBe(4);
  behavior = undefined;
  expect(server.calls.length - before).toBe(2);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [0, 0, 0, model] });
  expect(await classify()).toBe(0);
});

test('the classifier is enabled only with a key, a working model and valid prices', async () => {
  const { context, getLanguageModel } = await createAnsweredProject();
  const enable = (change: Partial<typeof input>) =>
    enableClassifier(context, { ...input, ...change }, getLanguageModel);
  await expect(enable({ provider: 'gemini' })).rejects.toThrow('Add your key for this provider first.');
  await expect(enable({ provider: 'serpapi' })).rejects.toThrow('Add your key for this provider first.');
  await expect(enable({ inputPrice: -1 })).rejects.toThrow('A price cannot be negative.');
  await expect(enable({ inputPrice: Number.NaN })).rejects.toThrow('Enter the price in dollars');
  await expect(enable({ model: '' })).rejects.toThrow('Enter the name of the model.');
  behavior = {
    kind: 'response',
    status: 404,
    body: { error: { message: 'No such model.', code: 'model_not_found' } },
  };
  await expect(enable({ model: 'gpt-0' })).rejects.toThrow(
    'OpenAI returned 404: model_not_found, No such model.',
  );
  behavior = undefined;
  expect(await getClassifier(context)).toBe(null);
});

test('classifies with Gemini', async () => {
  const { context, getLanguageModel, classify, rescore, readSentiment } = await createAnsweredProject();
  await setProviderKeys(context, { provider: 'gemini', keys: { GEMINI_API_KEY: 'test-key' } });
  const choice = { provider: 'gemini', providerTitle: 'Gemini', model: 'gemini-2.5-flash-lite' };
  await enableClassifier(context, { ...input, ...choice }, getLanguageModel);
  await rescore();
  await classify();
  expect(await readSentiment()).toMatchObject({ Fjordwing: [4, 0, 2, 'Gemini gemini-2.5-flash-lite'] });
});

test('disabling the classifier turns sentiment off', async () => {
  const { context, getLanguageModel, classify, rescore, read, readSentiment } = await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  await rescore();
  await classify();
  await disableClassifier(context);
  await rescore();
  expect(await getClassifier(context)).toBe(null);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [0, 0, 0, null] });
  expect((await read()).aspects).toBe(null);
});

test('the stored counts of the word list of earlier versions are not shown', async () => {
  const { context, readSentiment } = await createAnsweredProject();
  await dashboard.db.$client.query('UPDATE daily_brands SET positive = 5 WHERE organization_id = $1', [
    context.organizationId,
  ]);
  expect(await readSentiment()).toMatchObject({ Fjordwing: [0, 0, 0, null] });
});

test('a new project uses the classifier immediately, and a deleted one leaves no counts', async () => {
  const { context, projectId, getLanguageModel, classify } = await createAnsweredProject();
  await enableClassifier(context, input, getLanguageModel);
  const created = await createTestProject(context);
  await receiveAnswers(context, created.id);
  expect(await classify()).toBe(4);
  const { brandMetrics } = await getCompetitors(context, parseFilters(created, { days: '7' }, clock));
  expect(brandMetrics[0]?.sentiment).toMatchObject({ positive: 4, negative: 2, classifier: model });
  for (const id of [created.id, projectId]) await deleteProject(context, { projectId: id });
  const { rows } = await dashboard.db.$client.query('SELECT FROM daily_aspects WHERE organization_id = $1', [
    context.organizationId,
  ]);
  expect(rows).toEqual([]);
});
