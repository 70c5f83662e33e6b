import { formatEngineList } from '#lib/contract/engine-labels';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { getInterval } from '#lib/core/metric';
import { formatInterval, formatPercent } from '#lib/core/numbers';
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

const messages = defineMessages({
  queries:
    '{queries, plural, one {# search query} other {# search queries}} reported by {engines} in {answers, plural, one {# answer} other {# answers}}.',
  topQuery:
    '“{query}” is the most frequent; {share} of its {answers, plural, one {# answer} other {# answers}} ({interval}) {answers, plural, one {mentions} other {mention}} {brand}.',
  noQueries: '{engines} issued no search queries in this period.',
  unknownQueries:
    'For {engines}, the providers of these answers report no search queries, so it is unknown which ones {count, plural, one {it} other {they}} issued.',
  reportedBy: 'With the current providers, search queries are reported by {engines}.',
});

/**
 * Summarizes search queries: their number and engines, how often answers with the top query mention the brand, and for how
 * many answers search queries are known.
 */
export function summarizeFanOut({ queries, queryCount, engines }: FanOutSummaryInput, brand: string): string {
  if (engines.length === 0) return 'The search queries that engines issue to answer a prompt.';
  const [top] = queries;
  const answers = sum(engines, ({ answers }) => answers);
  const known = sum(engines, ({ withReportedQueries }) => withReportedQueries);
  const coverage = describeCoverage('searchQueries', known, answers);
  if (known === 0) return coverage ?? '';
  if (!top) return joinSentences(['No engine issued a search query in this period.', coverage]);
  const reporting = engines.filter(({ withSearchQueries }) => withSearchQueries.numerator > 0);
  const withQueries = sum(reporting, ({ withSearchQueries }) => withSearchQueries.numerator);
  return joinSentences([
    messages.queries({
      queries: queryCount,
      engines: formatEngineList(listKeys(reporting)),
      answers: withQueries,
    }),
    messages.topQuery({
      query: top.query,
      share: formatPercent(top.mentioned.value),
      answers: top.answers,
      interval: formatInterval(getInterval(top.mentioned)),
      brand,
    }),
    coverage,
  ]);
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
): string {
  const formatEngines = (list: readonly FanOutEngineInput[]) => formatEngineList(listKeys(list));
  const silent = engines.filter(({ withReportedQueries }) => withReportedQueries === 0);
  const known = engines.filter(({ withReportedQueries }) => withReportedQueries > 0);
  return joinSentences([
    known.length > 0 ? messages.noQueries({ engines: formatEngines(known) }) : null,
    silent.length > 0
      ? messages.unknownQueries({ engines: formatEngines(silent), count: silent.length })
      : null,
    describeReportingEngines(reportingEngines),
  ]);
}

function describeReportingEngines(engines: readonly string[] | null): string {
  if (engines === null) return '';
  if (engines.length === 0) return 'No current provider of an engine reports search queries.';
  return messages.reportedBy({ engines: formatEngineList(engines) });
}

function listKeys(engines: readonly FanOutEngineInput[]): string[] {
  return engines.map(({ engine }) => engine);
}

function sum<T>(list: readonly T[], getCount: (item: T) => number): number {
  return list.reduce((total, item) => total + getCount(item), 0);
}
