import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { readAnswer } from '#lib/dashboard/ingest/read-answer';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { toChatResult as toScrapedChat } from '#lib/providers/dataforseo/transform-scraped';
import { toSearchAiResult as toDataForSeoSearchAi } from '#lib/providers/dataforseo/transform-serp';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult } from '#lib/providers/serpapi/transform-answers';
import { toSocialResult } from '#lib/providers/xai/transform';
import { alignColumns } from '#scripts/bench/table';

const root = resolve(import.meta.dirname, '../..');
const corpusFolder = join(root, 'fixtures/mentions');
const recordingsFolder = join(root, '../shared/recordings');

/** A Markdown answer with the rank that a reader gives each brand; null for a brand that does not rank. */
interface LabeledAnswer {
  markdown: string;
  ranks: Record<string, number | null>;
}

const ranksSchema = z.record(z.string(), z.int().nullable());
const corpusSchemas = {
  'positions.json': z
    .strictObject({ answers: z.array(z.looseObject({ text: z.string(), ranks: ranksSchema })) })
    .transform(({ answers }) => answers.map(({ text, ranks }): LabeledAnswer => ({ markdown: text, ranks }))),
  'positions-answers.json': z
    .object({ answers: z.array(z.looseObject({ markdown: z.string(), ranks: ranksSchema })) })
    .transform(({ answers }) => answers.map(({ markdown, ranks }): LabeledAnswer => ({ markdown, ranks }))),
} satisfies Record<string, z.ZodType<LabeledAnswer[]>>;

/** The corpus files that exist. */
export const corpusFiles = Object.entries(corpusSchemas)
  .map(([name, schema]) => ({ name, path: join(corpusFolder, name), schema }))
  .filter(({ path }) => existsSync(path));

const toMessage = (text: string) => ({
  object: 'response',
  status: 'completed',
  model: 'model',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }],
});
const toGeminiBody = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
});

/** A provider: builds the body that it returns for a Markdown answer, and transforms it as the service does. */
interface Path {
  name: string;
  engine: Engine;
  transform: (markdown: string) => unknown;
}

const paths: Path[] = [
  {
    name: 'openai',
    engine: 'chat',
    transform: (text) => toChatResult(readResponse([toMessage(text)], 'OpenAI')),
  },
  {
    name: 'gemini',
    engine: 'gen',
    transform: (text) => toGenResult(readGeminiAnswer([toGeminiBody(text)], false), new Map()),
  },
  {
    name: 'xai',
    engine: 'social',
    transform: (text) => toSocialResult(readResponse([toMessage(text)], 'xAI')),
  },
  {
    name: 'perplexity',
    engine: 'answer',
    transform: (text) => toAnswerResult(readPerplexityResponse([toMessage(text)])),
  },
  {
    name: 'dataforseo chat',
    engine: 'chat',
    transform: (markdown) => toScrapedChat({ model: 'gpt', markdown }),
  },
  {
    name: 'dataforseo searchai',
    engine: 'searchai',
    transform: (markdown) => toDataForSeoSearchAi({ items: [{ type: 'ai_overview', markdown }] }),
  },
  {
    name: 'serpapi office',
    engine: 'office',
    transform: (reconstructed_markdown) => toOfficeResult({ reconstructed_markdown }, 'US'),
  },
  {
    name: 'serpapi overview',
    engine: 'overview',
    transform: (reconstructed_markdown) => toOverviewResult({ reconstructed_markdown }, {}),
  },
];

/** A brand whose rank differs from its label. */
interface Difference {
  path: string;
  brand: string;
  found: number | null | undefined;
  labeled: number | null;
  markdown: string;
}

export interface MeasuredPositions {
  name: string;
  /** Labeled ranks, over all answers and paths, and those that the score has too. */
  labels: number;
  agreeing: number;
  differences: Difference[];
}

/** Measures one corpus file on the real path of every provider: body → transform → `readAnswer` → score. */
export function measurePositions({ name, path, schema }: (typeof corpusFiles)[number]): MeasuredPositions {
  const answers = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const measured = paths.flatMap((provider) => answers.map((answer) => compareRanks(provider, answer)));
  return sumMeasured(name, measured);
}

function compareRanks({ name, engine, transform }: Path, { markdown, ranks }: LabeledAnswer) {
  const labeled = Object.entries(ranks);
  const found = rankResult(engine, transform(markdown), Object.keys(ranks));
  const differences = labeled
    .filter(([brand, rank]) => (found.get(brand) ?? null) !== rank)
    .map(([brand, rank]) => ({ path: name, brand, found: found.get(brand), labeled: rank, markdown }));
  return { labels: labeled.length, differences };
}

/** Scores an engine's result as ingestion does. @returns the rank of each mentioned brand, by name */
function rankResult(engine: Engine, result: unknown, brands: readonly string[]): Map<string, number | null> {
  const answer = readAnswer(engine, result);
  if (answer.status !== 'answered') throw new Error(`The answer of ${engine} is ${answer.status}.`);
  const scorer = compileScorer(
    brands.map((name, colorIndex) => ({
      id: name,
      name,
      role: colorIndex === 0 ? 'own' : 'competitor',
      aliases: [],
      domains: [],
      matchCase: false,
      requiredContext: [],
      excludedContext: [],
      colorIndex,
    })),
  );
  const scores = scoreAnswer(scorer, { ...answer, sources: [] });
  return new Map(scores.flatMap(({ brandId, mention }) => (mention ? [[brandId, mention.rank]] : [])));
}

function sumMeasured(
  name: string,
  parts: readonly { labels: number; differences: Difference[] }[],
): MeasuredPositions {
  const labels = parts.reduce((sum, part) => sum + part.labels, 0);
  const differences = parts.flatMap((part) => part.differences);
  return { name, labels, agreeing: labels - differences.length, differences };
}

const recordingsSchema = z.object({
  recordings: z.array(z.object({ file: z.string(), ranks: ranksSchema.optional() })),
});

/** How the recorded bodies of each folder are transformed. */
const recordedPaths: Record<string, { engine: Engine; transform: (body: unknown) => unknown }> = {
  openai: { engine: 'chat', transform: (body) => toChatResult(readResponse([body], 'OpenAI')) },
  gemini: { engine: 'gen', transform: (body) => toGenResult(readGeminiAnswer([body], false), new Map()) },
  xai: { engine: 'social', transform: (body) => toSocialResult(readResponse([body], 'xAI')) },
  perplexity: { engine: 'answer', transform: (body) => toAnswerResult(readPerplexityResponse([body])) },
};

/** Measures the recorded bodies that have labeled ranks; null if there is no folder `shared/recordings` next to the repository. */
export function measureRecordedPositions(): MeasuredPositions | null {
  if (!existsSync(recordingsFolder)) return null;
  const { recordings } = recordingsSchema.parse(
    JSON.parse(readFileSync(join(corpusFolder, 'recordings.json'), 'utf8')),
  );
  const parts = recordings.flatMap(({ file, ranks }) => {
    const recorded = recordedPaths[file.split('/')[0] ?? ''];
    if (!ranks || !recorded) return [];
    const body: unknown = JSON.parse(readFileSync(join(recordingsFolder, file), 'utf8'));
    return [
      compareRanks(
        { name: file, engine: recorded.engine, transform: () => recorded.transform(body) },
        { markdown: file, ranks },
      ),
    ];
  });
  return sumMeasured('recorded answers', parts);
}

/** npm run bench -- positions: the share of labeled ranks that the score of the stored answer has too. */
export async function benchPositions(): Promise<string> {
  const measured = corpusFiles.map(measurePositions);
  const recorded = measureRecordedPositions();
  const all = [...measured, ...(recorded ? [recorded] : [])];
  const sum = (read: (part: MeasuredPositions) => number) =>
    all.reduce((total, part) => total + read(part), 0);
  const rows = [
    ...all,
    { name: 'total', labels: sum(({ labels }) => labels), agreeing: sum(({ agreeing }) => agreeing) },
  ];
  return [
    alignColumns([
      ['', 'ranks', 'agreeing', 'share'],
      ...rows.map(({ name, labels, agreeing }) => [
        name,
        String(labels),
        String(agreeing),
        (agreeing / labels).toFixed(3),
      ]),
    ]),
    ...(recorded
      ? []
      : ['Recorded answers: skipped, because there is no folder shared/recordings next to the repository.']),
    `Each answer is measured on the path of ${paths.length} providers: body, transform, stored answer, score.`,
    ...all.flatMap(({ name, differences }) =>
      differences.map((difference) => describeDifference(name, difference)),
    ),
    'Goal: 0.90.',
  ].join('\n');
}

function describeDifference(file: string, { path, brand, found, labeled, markdown }: Difference): string {
  return `${file}, ${path}: ${brand} ranks ${found ?? 'nowhere'}, labeled ${labeled ?? 'nowhere'}: ${JSON.stringify(markdown.slice(0, 200))}`;
}
