import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toTaskType } from '#lib/contract/engines';
import { createFixedClock } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { createProject, getProject, type Project } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { rescoreBatch, rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { classifyAnswers } from '#lib/dashboard/sentiment/classify-answers';
import type { LanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import type { Context } from '#lib/db/context';
import type { TestDashboard } from '#tests/support/dashboard';
import {
  type BrandDefinitions,
  type ComparedPeriod,
  countries,
  current,
  engines,
  type FilterChoice,
  firstDefinitions,
  type GeneratedAnswer,
  type ProjectHistory,
  pages,
  previousPeriods,
  prompts,
  searchingEngines,
  secondDefinitions,
} from './generated-answers';
import { insert } from './observations';

/** A project with stored answers. */
export interface IngestedProject {
  context: Context;
  projectId: string;
  /** The published brand definitions. */
  definition: BrandDefinitions;
  /** In the order of `definition`. */
  brandIds: string[];
  /** In the order of the generated prompts. */
  promptIds: string[];
  /** The ID of the run of each day with answers. */
  runIds: Map<string, string>;
  /** The number of runs in the current period. */
  runCount: number;
}

const clock = createFixedClock(new Date('2026-03-31T12:00:00Z'));

/** Creates a project and ingests its answers from webhook deliveries. */
export async function ingestProject(
  { createContext, db }: Pick<TestDashboard, 'createContext' | 'db'>,
  history: ProjectHistory,
): Promise<IngestedProject> {
  const context = await createContext(clock);
  const { organizationId } = context;
  await enableTestClassifier(context, db);
  const [own, ...competitors] = firstDefinitions.brands;
  if (!own) throw new Error('The brand definitions are incomplete.');
  const project = await createProject(context, { name: 'Kayaks', own, competitors });
  const projectKey = { projectId: project.id };
  await addPrompts(context, { ...projectKey, prompts });
  const { rows } = await db.$client.query<{ id: string; text: string }>(
    'SELECT id, text FROM prompts WHERE organization_id = $1',
    [organizationId],
  );
  const promptIds = prompts.map(({ text }) => rows.find((row) => row.text === text)?.id ?? '');
  const runIds = new Map(
    [...new Set(history.answers.map(({ day }) => day))].map((day) => [day, randomUUID()]),
  );
  const emptyRuns = Array.from({ length: history.emptyRuns }, () => [current.to, randomUUID()] as const);
  await insert(
    db,
    'runs',
    [...runIds, ...emptyRuns].map(([day, id]) => ({
      organization_id: organizationId,
      project_id: project.id,
      id,
      kind: 'manual',
      engines,
      countries,
      requested_at: `${day}T00:00:00Z`,
      samples: 10,
      item_count: history.answers.length,
      status: 'waiting',
    })),
  );
  const firstCount = history.brands === 'first' ? history.answers.length : history.answers.length >> 1;
  const ingest = (answers: readonly GeneratedAnswer[]) =>
    ingestGeneratedAnswers({ db, context, runIds, promptIds, hasNewModel: history.hasNewModel }, answers);
  await ingest(history.answers.slice(0, firstCount));
  if (history.brands !== 'first') {
    await changeBrands(context, project);
    await rescoreBatch(context, { ...projectKey, batchSize: Math.max(1, firstCount >> 1) });
    await ingest(history.answers.slice(firstCount));
    if (history.brands === 'second') await rescoreProject(context, projectKey);
  }
  await classifyAnswers(context, () => classifyByPhrase, new AbortController().signal);
  const currentProject = await getProject(context, projectKey);
  // If there is nothing to rescore, the change is published immediately.
  const hasScoredAnswers = history.answers.slice(0, firstCount).some(({ outcome }) => outcome !== 'failed');
  const isChangePublished =
    history.brands === 'second' || (history.brands === 'changing' && !hasScoredAnswers);
  const definition = isChangePublished ? secondDefinitions : firstDefinitions;
  const allBrands = [currentProject.own, ...currentProject.competitors, ...project.competitors];
  return {
    context: { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'viewer' } },
    projectId: project.id,
    definition,
    brandIds: definition.brands.map(({ name }) => allBrands.find((brand) => brand.name === name)?.id ?? ''),
    promptIds,
    runIds,
    runCount:
      emptyRuns.length + [...runIds.keys()].filter((day) => day >= current.from && day <= current.to).length,
  };
}

async function changeBrands(context: Context, { id: projectId, own, competitors }: Project): Promise<void> {
  const [brand, , added] = secondDefinitions.brands;
  const removed = competitors.find(({ name }) => name === 'Otterline');
  if (!brand || !added || !removed) throw new Error('The brand definitions are incomplete.');
  await updateBrand(context, { projectId, brandId: own.id, ...brand });
  await addCompetitor(context, { projectId, ...added });
  await removeBrand(context, { projectId, brandId: removed.id });
}

interface IngestTarget {
  db: TestDashboard['db'];
  context: Context;
  runIds: Map<string, string>;
  promptIds: string[];
  hasNewModel: boolean;
}

async function ingestGeneratedAnswers(
  { db, context, runIds, promptIds, hasNewModel }: IngestTarget,
  answers: readonly GeneratedAnswer[],
): Promise<void> {
  const { organizationId } = context;
  const items = answers.map((answer, index) => {
    const id = randomUUID();
    const runId = runIds.get(answer.day) ?? '';
    return {
      answer,
      id,
      runId,
      sample: index + 1,
      record: buildRecord(answer, `${runId}:${id}`, hasNewModel),
    };
  });
  await insert(
    db,
    'run_items',
    items.map(({ answer: { prompt, engine, country }, id, runId, sample }) => ({
      organization_id: organizationId,
      run_id: runId,
      id,
      prompt_id: promptIds[prompt],
      engine,
      country,
      sample,
      status: 'sent',
    })),
  );
  await insert(
    db,
    'webhook_inbox',
    items.map(({ record }) => ({
      organization_id: organizationId,
      task_id: record.task.id,
      record,
      source: 'webhook',
    })),
  );
  await ingestAnswers({ db, clock });
}

function buildRecord(answer: GeneratedAnswer, idempotencyKey: string, hasNewModel: boolean) {
  const { day, time, engine, outcome } = answer;
  const status = outcome === 'failed' ? 'FAILED' : 'COMPLETED';
  return {
    task: {
      id: randomUUID(),
      taskType: toTaskType(engine),
      status,
      priority: 1,
      idempotencyKey,
      createdAt: `${day}T${time}Z`,
    },
    credits: { creditsToCharge: 4, creditsCharged: outcome === 'failed' ? 0 : 4 },
    response: buildResponse(answer, hasNewModel && day >= current.from ? 'chat-2' : 'chat-1'),
  };
}

function buildResponse(answer: GeneratedAnswer, model: string): unknown {
  const { outcome, provider, day, time, links, engine } = answer;
  if (outcome === 'unreadable') return { text: 1 };
  if (outcome === 'failed') {
    return { error: { code: 'EXTERNAL_SERVICE_ERROR', message: 'It failed.', timestamp: `${day}T${time}Z` } };
  }
  return {
    meta: { provider },
    text: outcome === 'no_answer' ? '' : buildText(answer),
    model,
    sources: links
      .filter(({ listed }) => listed)
      .map(({ page }, index) => ({
        position: index + 1,
        url: pages[page]?.listed,
        label: 'A page',
        description: '',
        footnote: false,
      })),
    citationPills: links.flatMap(({ page, citations }) =>
      Array.from({ length: citations }, (_, index) => ({
        label: 'A page',
        citationPillId: index,
        url: pages[page]?.cited,
        domain: '',
        position: 1,
        type: 'a',
      })),
    ),
    ...(searchingEngines.includes(engine) && { searchQueries: answer.searchQueries }),
  };
}

/** The name of the language model that classifies sentences. */
export const classifierName = 'Test model';

const settings = { model: 'test', since: '2020-01-01', input_price: 0, output_price: 0 };

async function enableTestClassifier({ organizationId }: Context, db: TestDashboard['db']): Promise<void> {
  await insert(db, 'sentiment_classifiers', [
    { organization_id: organizationId, name: classifierName, provider: 'openai', ...settings },
  ]);
}

const itemsSchema = z.object({ items: z.array(z.object({ id: z.int(), sentence: z.string() })) });

/** Stands in for the vendor's model: it knows the phrases of the generated sentences. */
const classifyByPhrase: LanguageModel = async ({ input }) => {
  const results = itemsSchema.parse(JSON.parse(input)).items.map(({ id, sentence }) => ({
    id,
    sentiment: sentence.includes('great')
      ? 'positive'
      : sentence.includes('terrible')
        ? 'negative'
        : 'neutral',
    aspects: [],
  }));
  return { value: { results }, inputTokens: 0, outputTokens: 0 };
};

const sentimentPhrases = {
  positive: 'a great choice for',
  negative: 'a terrible choice for',
  neutral: 'made for',
};

/** Builds the text of an answer. Its last sentence makes the language detectable. */
function buildText({ sentences, items, isForeignLanguage }: GeneratedAnswer): string {
  const sentenceTexts = sentences.map(({ names, sentiment }) =>
    isForeignLanguage
      ? `${names.join('、')} は海のカヤックです。`
      : `To me ${names.join(', then ')} is ${sentimentPhrases[sentiment]} the sea.`,
  );
  const end = isForeignLanguage
    ? 'これは海のための文章です。'
    : 'That is what they have for you to start with, and it is all that you can have of it from this.';
  return [sentenceTexts.join(' '), ...items.map((name) => `- ${name}`), end].join('\n');
}

/** Converts a choice to the filters of a page. */
export function toFilters(
  ingested: IngestedProject,
  compare: ComparedPeriod,
  chosen: FilterChoice,
): MetricFilters {
  const { projectId, promptIds, brandIds } = ingested;
  return {
    projectId,
    timeZone: 'UTC',
    ...current,
    calendarPeriod: null,
    compare: compare === 'later' ? 'custom' : compare,
    comparedWith: compare === 'custom' || compare === 'later' ? previousPeriods[compare] : null,
    engines: chosen.engines,
    countries: chosen.countries,
    topics: chosen.topics,
    tags: chosen.tags,
    promptIds: chosen.prompts.flatMap((prompt) => promptIds[prompt] ?? []),
    brandId: chosen.brand === 0 ? null : (brandIds[chosen.brand] ?? null),
    branded: chosen.branded,
  };
}
