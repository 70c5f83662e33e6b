import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Engine } from '#lib/contract/engines';
import { listSources, type NormalizedAnswer, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { toSocialResult } from '#lib/providers/xai/transform';

const folder = resolve(import.meta.dirname, '../../../shared/recordings');

/** Returns whether there is a folder `shared/recordings` next to the repository. */
export const hasRecordings = () => existsSync(folder);

/** By folder of the recordings: the engine, and the transformation of a body to its result. */
const paths: Record<string, { engine: Engine; transform: (body: unknown) => object }> = {
  openai: { engine: 'chat', transform: (body) => toChatResult(readResponse([body], 'OpenAI')) },
  gemini: { engine: 'gen', transform: (body) => toGenResult(readGeminiAnswer([body], false), new Map()) },
  xai: { engine: 'social', transform: (body) => toSocialResult(readResponse([body], 'xAI')) },
  perplexity: { engine: 'answer', transform: (body) => toAnswerResult(readPerplexityResponse([body])) },
};

/** An answer as `scoreAnswer` gets it. */
export type RecordedAnswer = Pick<NormalizedAnswer, 'text' | 'markdown'> & {
  sources: ReturnType<typeof listSources>;
};

/**
 * Reads a recorded body as the product does: provider body → transform → `readAnswer`. Perplexity's retired chat
 * completions, which no transformation reads any more, only have a text.
 */
export function readRecordedAnswer(file: string): RecordedAnswer {
  const body: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const path = paths[file.split('/')[0] ?? ''];
  const answer = path && !isRetired(body) ? readAnswer(path.engine, path.transform(body)) : undefined;
  if (!answer) return { text: findLongestText(body), markdown: null, sources: [] };
  if (answer.status !== 'answered') throw new Error(`${file} is not read as an answer.`);
  const { text, markdown } = answer;
  return { text, markdown, sources: listSources(answer) };
}

const isRetired = (body: unknown) =>
  typeof body === 'object' && body !== null && 'choices' in body && Array.isArray(body.choices);

/** Returns the longest text of a provider's response, which is its answer. */
function findLongestText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const texts = Object.entries(value).map(([key, child]) =>
    typeof child === 'string' && (key === 'text' || key === 'content') ? child : findLongestText(child),
  );
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
