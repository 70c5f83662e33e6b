import { type AnswerFilters, changeAnswerFilters } from '#lib/contract/filters/answer-filters';
import { filterKeys } from '#lib/contract/filters/page-filters';
import { defineMessages } from '#lib/core/messages';

/** Filters that replace those of the page, because a table row is about one engine, country or prompt. */
interface RowFilters {
  engine?: string;
  country?: string;
  prompt?: string;
  /** The first and last day. */
  days?: { from: string; to: string };
  /** The answer to open beside the list. */
  answer?: string;
}

/**
 * Returns the URL of the list of answers.
 * @param query the filters of the page as a query string; empty for none
 */
export function getAnswersUrl(
  projectId: string,
  query: string,
  filters: Partial<AnswerFilters> & RowFilters = {},
): string {
  const { engine, country, prompt, days, answer, ...answerFilters } = filters;
  const parameters = changeAnswerFilters(new URLSearchParams(query), {
    ...answerFilters,
    ...(engine ? { engines: [engine] } : {}),
    ...(country ? { countries: [country] } : {}),
    ...(prompt ? { promptIds: [prompt] } : {}),
    ...(days ? { calendarPeriod: null, days: null, ...days } : {}),
  });
  if (answer) parameters.set('answer', answer);
  const path = `/projects/${projectId}/answers`;
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** The page whose metrics link to answers. */
export interface AnswersLinkContext {
  projectId: string;
  /** The filters of the page as a query string; empty for none. */
  query: string;
}

/** A page whose metrics link to answers, or a shared report, whose viewers cannot open them (`projectId` is null). */
export interface OptionalLinkContext {
  projectId: string | null;
  query: string;
}

/** Returns the URL of the list of answers; undefined on a shared report. */
export function getOptionalAnswersUrl(
  { projectId, query }: OptionalLinkContext,
  filters: Parameters<typeof getAnswersUrl>[2],
): string | undefined {
  return projectId === null ? undefined : getAnswersUrl(projectId, query, filters);
}

/** Returns the URLs of the answers behind a brand's metrics; none on a shared report. */
export function getOptionalMetricUrls(
  { projectId, query }: OptionalLinkContext,
  ...rest: Parameters<typeof getMetricUrls> extends [unknown, ...infer Rest] ? Rest : never
): Partial<ReturnType<typeof getMetricUrls>> {
  return projectId === null ? {} : getMetricUrls({ projectId, query }, ...rest);
}

/** Returns, for each metric of a brand, the URL of the answers that mention it, rank it first or cite it. */
export function getMetricUrls(
  { projectId, query }: AnswersLinkContext,
  brandId: string,
  row: Pick<RowFilters, 'engine' | 'country' | 'prompt'> = {},
) {
  const mentioned = getAnswersUrl(projectId, query, { ...row, mentioned: brandId });
  const cited = getAnswersUrl(projectId, query, { ...row, citesBrand: brandId });
  // Share of voice excludes branded prompts unless the filters include them.
  const unbranded = new URLSearchParams(query).has('branded') ? undefined : true;
  return {
    visibility: mentioned,
    shareOfVoice: getAnswersUrl(projectId, query, { ...row, mentioned: brandId, unbranded }),
    position: mentioned,
    firstPlace: getAnswersUrl(projectId, query, { ...row, rankedFirst: brandId }),
    citationRate: cited,
    citationShare: cited,
    sentiment: mentioned,
  };
}

/** A link from a metric to the answers behind it. */
export interface AnswersLinkData {
  href: string;
  label: string;
}

const messages = defineMessages({
  viewAnswers:
    'View the {answers, plural, one {answer} other {# answers}} {kind, select, mentioning {mentioning {brand}} citing {citing {brand}} citations {with these citations} citingIt {citing it} listingIt {listing it} unmentioned {citing it without mentioning {brand}} gap {citing it and mentioning only competitors} other {}}',
});

/** Which answers are behind a metric; "it" is the domain that the page shows. */
type AnswersKind = Exclude<Parameters<typeof messages.viewAnswers>[0]['kind'], 'other'>;

/**
 * Builds the link from a metric to its answers, such as "View the 458 answers mentioning Fjordwing". The label counts
 * answers even if the metric counts citations or sentences, so that it matches the length of the list.
 * @param href undefined on a page without a list of answers
 * @param brand the brand that the label names, if its kind names one
 * @returns undefined without a list or without answers
 */
export function getAnswersLink(
  href: string | undefined,
  answers: number,
  kind: AnswersKind,
  brand = '',
): AnswersLinkData | undefined {
  if (!href || answers === 0) return undefined;
  return { href, label: messages.viewAnswers({ answers, kind, brand }) };
}

/**
 * Updates a link that was built from an earlier query string of the page: parameters that have changed since then are
 * changed in the link too, except those that the link sets itself. The changed link opens the first page of a list.
 * @param shown the earlier query string, from which the link was built
 * @param query the current query string
 * @param isSamePage whether the link opens the page with this query, so that all of its parameters apply; otherwise
 * only the filters do
 */
export function keepChanges(
  href: string,
  { shown, query, isSamePage }: { shown: string; query: string; isSamePage: boolean },
): string {
  const [path = '', linkQuery] = href.split('?');
  const [before, after, link] = [shown, query, linkQuery].map((text) => new URLSearchParams(text));
  if (!before || !after || !link) return href;
  const read = (parameters: URLSearchParams, key: string) => parameters.getAll(key).join('\n');
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) =>
      (isSamePage || filterKeys.includes(key)) &&
      read(before, key) !== read(after, key) &&
      read(link, key) === read(before, key),
  );
  if (changed.length === 0) return href;
  for (const key of [...changed, 'before', 'page']) link.delete(key);
  for (const key of changed) for (const value of after.getAll(key)) link.append(key, value);
  return link.size > 0 ? `${path}?${link}` : path;
}
