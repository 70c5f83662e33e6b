import type { AnswerConditions } from '#lib/core/answer-conditions';

/** Narrower filters that replace those of the page: a row of a table is of one engine, country or prompt. */
interface Narrower {
  engine?: string;
  country?: string;
  prompt?: string;
  /** A first and last day. */
  days?: { from: string; to: string };
  /** The answer to open beside the list. */
  answer?: string;
}

const plain = [
  'named',
  'unnamed',
  'first',
  'gap',
  'owned',
  'cites',
  'lists',
  'fanout',
  'words',
  'run',
] as const;

/**
 * The address of the answers behind a figure.
 * @param query the filters of the page as they stand in its address; empty for none
 */
export function answersAddress(
  projectId: string,
  query: string,
  asked: Partial<AnswerConditions> & Narrower = {},
): string {
  const parameters = new URLSearchParams(query);
  for (const key of ['engine', 'country', 'prompt'] as const) {
    const value = asked[key];
    if (value) parameters.set(key, value);
  }
  if (asked.days) {
    parameters.delete('days');
    parameters.set('from', asked.days.from);
    parameters.set('to', asked.days.to);
  }
  for (const [key, value] of conditionParameters(asked)) parameters.set(key, value);
  if (asked.answer) parameters.set('answer', asked.answer);
  const path = `/projects/${projectId}/answers`;
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** Conditions as they stand in an address. */
export function conditionParameters(conditions: Partial<AnswerConditions>): [key: string, value: string][] {
  const parameters: [string, string][] = plain.flatMap((key) => {
    const value = conditions[key];
    return value ? [[key, value] as [string, string]] : [];
  });
  if (conditions.rank) parameters.push(['rank', `${conditions.rank.brandId}:${conditions.rank.place}`]);
  if (conditions.unbranded) parameters.push(['unbranded', '1']);
  if (conditions.status && conditions.status !== 'answered') parameters.push(['status', conditions.status]);
  return parameters;
}
