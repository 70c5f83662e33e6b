import { type EngineLabels, formatEngineList } from '#lib/contract/engine-labels';
import { getInterval } from '#lib/core/metric';
import { formatInterval, formatPercent, formatPlural } from '#lib/core/numbers';
import type { FanOutData } from '#lib/dashboard/analytics/fan-out/fan-out';
import { describeCoverage } from '#lib/format/reported-values';

type FanOutEngineInput = Pick<
  FanOutData['engines'][number],
  'engine' | 'answers' | 'withReportedQueries' | 'withSearchQueries'
>;

export interface FanOutSummaryInput {
  queries: readonly Pick<FanOutData['queries'][number], 'query' | 'answers' | 'mentioned'>[];
  queryCount: number;
  engines: readonly FanOutEngineInput[];
}

/**
 * Summarizes search queries: their number and engines, how often answers with the top query mention the brand, and for how
 * many answers search queries are known.
 */
export function summarizeFanOut(
  { queries, queryCount, engines }: FanOutSummaryInput,
  brand: string,
  engineLabels: EngineLabels = {},
): string {
  if (engines.length === 0) return 'The search queries that engines issue to answer a prompt.';
  const [top] = queries;
  const answers = sum(engines, ({ answers }) => answers);
  const known = sum(engines, ({ withReportedQueries }) => withReportedQueries);
  const coverage = describeCoverage('searchQueries', known, answers);
  const note = coverage ? ` ${coverage}` : '';
  if (known === 0) return coverage ?? '';
  if (!top) return `No engine issued a search query in this period.${note}`;
  const reporting = engines.filter(({ withSearchQueries }) => withSearchQueries.numerator > 0);
  const withQueries = sum(reporting, ({ withSearchQueries }) => withSearchQueries.numerator);
  const topQuery = `“${top.query}” is the most frequent; ${formatPercent(top.mentioned.value)} of its ${formatPlural(top.answers, 'answer')} (${formatInterval(getInterval(top.mentioned))}) ${top.answers === 1 ? 'mentions' : 'mention'} ${brand}.`;
  return `${formatPlural(queryCount, 'search query', 'search queries')} reported by ${formatEngineList(listKeys(reporting), engineLabels)} in ${formatPlural(withQueries, 'answer')}. ${topQuery}${note}`;
}

/**
 * Describes why there are no search queries: their providers do not report them, or reported that there were none. Also says
 * which engines report them.
 * @param engines the engines with answers, none of which has a search query
 * @param reportingEngines the engines whose current providers report search queries; null if the providers are unknown
 */
export function describeMissingQueries(
  engines: readonly FanOutEngineInput[],
  reportingEngines: readonly string[] | null,
  engineLabels: EngineLabels = {},
): string {
  const formatEngines = (list: readonly FanOutEngineInput[]) =>
    formatEngineList(listKeys(list), engineLabels);
  const silent = engines.filter(({ withReportedQueries }) => withReportedQueries === 0);
  const known = engines.filter(({ withReportedQueries }) => withReportedQueries > 0);
  return [
    known.length > 0 && `${formatEngines(known)} issued no search queries in this period.`,
    silent.length > 0 &&
      `For ${formatEngines(silent)}, the providers of these answers report no search queries, so it is unknown which ones ${silent.length === 1 ? 'it' : 'they'} issued.`,
    describeReportingEngines(reportingEngines),
  ]
    .filter(Boolean)
    .join(' ');
}

function describeReportingEngines(engines: readonly string[] | null): string {
  if (engines === null) return '';
  if (engines.length === 0) return 'No current provider of an engine reports search queries.';
  return `With the current providers, search queries are reported by ${formatEngineList(engines)}.`;
}

function listKeys(engines: readonly FanOutEngineInput[]): string[] {
  return engines.map(({ engine }) => engine);
}

function sum<T>(list: readonly T[], getCount: (item: T) => number): number {
  return list.reduce((total, item) => total + getCount(item), 0);
}
