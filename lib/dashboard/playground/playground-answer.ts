import { z } from 'zod';
import { type Engine, engines, getEngineOfTaskType } from '#lib/contract/engines';
import { isFictional } from '#lib/contract/providers';
import { runOutputSchema } from '#lib/contract/requests';
import type { RouteName } from '#lib/contract/routes';
import { taskRecordSchema } from '#lib/contract/tasks';
import { answerSourceSchema } from '#lib/dashboard/analytics/answers/get-answer';
import { listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { classifyDomain } from '#lib/dashboard/projects/domains';

/** An engine's answer as the playground shows it. */
export const playgroundAnswerSchema = z.object({
  model: z.string().nullable(),
  text: z.string(),
  markdown: z.string().nullable(),
  searchQueries: z.array(z.string()).nullable().describe('Null if the provider did not report them.'),
  sources: z.array(answerSourceSchema),
  hasReportedCitations: z.boolean().describe('False if it is unknown which sources the text cites.'),
  isFictional: z.boolean(),
});
export type PlaygroundAnswer = z.output<typeof playgroundAnswerSchema>;

/**
 * Reads the answer in a response of an endpoint.
 * @param body the body of the request, which names the engine for some endpoints
 * @param text the body of the response
 * @returns null for responses that contain no answer
 */
export function readPlaygroundAnswer(
  endpoint: RouteName,
  body: unknown,
  text: string,
): PlaygroundAnswer | null {
  const response = parseJson(text);
  if (endpoint === 'run') {
    const parsed = runOutputSchema.safeParse(response);
    if (!parsed.success) return null;
    const { result, metadata } = parsed.data;
    return { ...emptyAnswer, text: result, isFictional: isFictional(metadata.provider) };
  }
  if (endpoint === 'getTask') {
    const { data } = taskRecordSchema.safeParse(response);
    const engine = data?.task.status === 'COMPLETED' ? getEngineOfTaskType(data.task.taskType) : undefined;
    return engine ? toAnswer(engine, data?.response) : null;
  }
  const name = endpoint === 'monitor' ? getField(body, 'model') : endpoint.replace(/^monitor:/, '');
  const engine = engines.find((candidate) => candidate === name);
  if (!engine || !endpoint.startsWith('monitor')) return null;
  return toAnswer(engine, getField(response, 'result'));
}

const emptyAnswer = {
  model: null,
  markdown: null,
  searchQueries: null,
  sources: [],
  hasReportedCitations: false,
};

function toAnswer(engine: Engine, result: unknown): PlaygroundAnswer | null {
  const answer = readAnswer(engine, result);
  if (answer.status !== 'answered') return null;
  const { model, text, markdown, hasReportedQueries, hasReportedCitations } = answer;
  const searchQueries = hasReportedQueries ? answer.searchQueries : null;
  const sources = listSources(answer).map(({ position, url, label, domain, citations }) => ({
    position,
    url,
    label,
    domain,
    citations,
    type: classifyDomain(domain, []),
  }));
  return {
    model,
    text,
    markdown,
    searchQueries,
    sources,
    hasReportedCitations,
    isFictional: isFictional(answer.provider),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
