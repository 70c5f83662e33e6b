import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { startRun } from '#lib/dashboard/runs/run-store';
import { enableClassifier } from '#lib/dashboard/sentiment/classifier';
import { classifyAnswers } from '#lib/dashboard/sentiment/classify-answers';
import type { LanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import { labelSentence, listLabeledLanguages } from '#lib/dashboard/sentiment/label-sentences';
import type { Context } from '#lib/db/context';
import { explainMissingSentiment } from '#lib/format/metric-descriptions';
import { describeAccuracy } from '#lib/format/sentiment-accuracy';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const clock = createFixedClock(new Date('2026-03-02T12:00:00Z'));

/** A vendor's model that finds every sentence positive. */
const model: LanguageModel = async ({ input }) => {
  const { items } = JSON.parse(input);
  const results = items.map(({ id }: { id: number }) => ({ id, sentiment: 'positive', aspects: [] }));
  return { value: { results }, inputTokens: 0, outputTokens: 0 };
};

/** Creates a project with two prompts, in English and German, and 40 classified sentences in answers to each. */
async function createClassifiedProject() {
  const context = await dashboard.createContext(clock);
  const input = {
    provider: 'openai',
    providerTitle: 'OpenAI',
    model: 'gpt-5-mini',
    inputPrice: 1,
    outputPrice: 1,
    since: '2026-03-01',
  };
  await enableClassifier(context, input, () => model);
  const { id: projectId } = await createTestProject(context, ['Which kayak?', 'Welches Kajak?']);
  await dashboard.db.$client.query(
    `UPDATE prompts SET language = CASE WHEN text LIKE 'Welches%' THEN 'de-AT' ELSE 'en' END
     WHERE organization_id = $1`,
    [context.organizationId],
  );
  const run = await startRun(context, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['DE'],
    samples: 1,
  });
  for (const [index, item] of (await listRunItems(context, run?.runId ?? '')).entries()) {
    const sentences = Array.from({ length: 40 }, (_, line) => `Fjordwing is boat ${index} ${line}.`);
    const answer = { text: sentences.join(' ') };
    await receiveDelivery(context, buildDelivery(item, answer, { createdAt: clock.now() }));
  }
  await ingestAnswers(context);
  await classifyAnswers(context, () => model, new AbortController().signal);
  const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, { days: '7' }, clock);
  const readHeadline = async () => (await getOverview(context, filters)).headline;
  return { context, readHeadline };
}

/** Labels the next sentences of a language, the first `wrong` of them as neutral. */
async function labelNext(
  context: Context,
  language: string,
  { count, wrong }: { count: number; wrong: number },
) {
  for (let index = 0; index < count; index += 1) {
    const next = (await listLabeledLanguages(context)).find((row) => row.language === language)?.next;
    if (!next) throw new Error('There is no sentence to label.');
    expect(next).toEqual({
      id: next.id,
      brand: 'Fjordwing',
      sentence: expect.stringMatching(/^Fjordwing is/),
    });
    await labelSentence(context, {
      sentenceId: next.id,
      sentiment: index < wrong ? 'neutral' : 'positive',
    });
  }
}

test('the accuracy is measured by language, and sentiment is off where it is below 75%', async () => {
  const { context, readHeadline } = await createClassifiedProject();
  expect(await listLabeledLanguages(context)).toMatchObject([
    { language: 'de', labeled: 0, correct: 0 },
    { language: 'en', labeled: 0, correct: 0 },
  ]);
  expect((await readHeadline()).sentiment).toMatchObject({ value: 100, positive: 80 });
  await labelNext(context, 'en', { count: 30, wrong: 4 });
  await labelNext(context, 'de', { count: 29, wrong: 8 });
  const before = await readHeadline();
  expect(before.sentiment).toMatchObject({ value: 100, positive: 80 });
  expect(before.sentimentLanguages?.map(describeAccuracy)).toEqual([
    'German: not measured yet, 29 of 30 sentences labeled.',
    'English: right in 26 of 30 labeled sentences (87%).',
  ]);
  await labelNext(context, 'de', { count: 1, wrong: 0 });
  const after = await readHeadline();
  expect(after.sentiment).toMatchObject({
    value: 100,
    positive: 40,
    coverage: { numerator: 1, denominator: 2 },
  });
  expect(after.sentimentLanguages?.map(describeAccuracy)).toEqual([
    'German: off, because the classifier is right in only 22 of 30 labeled sentences (73%).',
    'English: right in 26 of 30 labeled sentences (87%).',
  ]);
  expect(explainMissingSentiment(after.sentiment, after.sentimentLanguages)).toMatch(/^German: off/);
  expect((await listLabeledLanguages(context)).map(({ next }) => next)).toEqual([null, null]);
});

test('a label is recorded in the audit log, and a sentence is labeled once, by editors', async () => {
  const { context } = await createClassifiedProject();
  const next = (await listLabeledLanguages(context))[0]?.next;
  const input = { sentenceId: next?.id ?? '', sentiment: 'positive' as const };
  const viewer = { ...context, actor: { kind: 'member', userId: input.sentenceId, role: 'viewer' } as const };
  await expect(labelSentence(viewer, input)).rejects.toThrow();
  await labelSentence(context, input);
  await expect(labelSentence(context, input)).rejects.toThrow('This sentence is labeled already');
  const { rows } = await dashboard.db.$client.query(
    "SELECT target, after FROM audit_log WHERE organization_id = $1 AND action = 'classifier.sentence-labeled'",
    [context.organizationId],
  );
  expect(rows).toMatchObject([{ target: 'Fjordwing', after: { language: 'de', sentiment: 'positive' } }]);
});
