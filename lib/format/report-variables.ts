import { formatInstant, formatPeriod } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import { type Change, getInterval, type Interval, type Rate } from '#lib/core/metric';
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPosition,
  formatSentiment,
} from '#lib/core/numbers';
import { type VariableMetric, variableMetrics, variablePattern } from '#lib/core/report-variables';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import { type ChangeUnit, formatChange, hasNoPreviousData } from '#lib/format/format-change';

/** The variables of a report as text, by name. */
export type ReportVariables = Readonly<Record<string, string>>;

type Headline = ReportData['overview']['headline'];

/** The part of a report's data that its texts can insert. */
interface VariablesInput {
  overview: {
    headline: Pick<
      Headline,
      | 'brand'
      | 'periods'
      | 'answers'
      | 'promptCount'
      | 'runCount'
      | 'visibility'
      | 'shareOfVoice'
      | 'firstPlace'
      | 'citationRate'
      | 'citationShare'
      | 'position'
      | 'sentiment'
    >;
    brandMetrics: readonly { brand: Pick<Headline['brand'], 'id' | 'name'> }[];
    topSources: { sources: readonly { domain: string }[] };
  };
  asOf: Date;
}

/** Formats the variables that texts of a report can insert. */
export function buildReportVariables({ overview, asOf }: VariablesInput): ReportVariables {
  const { headline, brandMetrics, topSources } = overview;
  const { periods, brand } = headline;
  const competitor = brandMetrics.find((metrics) => metrics.brand.id !== brand.id);
  return {
    ...Object.fromEntries(
      variableMetrics.flatMap((metric) => {
        const { value, change, interval } = formatMetric(headline, metric);
        return [
          [metric, value],
          [`${metric}.change`, change],
          [`${metric}.interval`, interval],
        ];
      }),
    ),
    brand: brand.name,
    period: formatPeriod(periods.current),
    comparison: periods.previous ? formatPeriod(periods.previous) : 'none',
    answers: formatCount(headline.answers),
    prompts: formatCount(headline.promptCount),
    runs: formatCount(headline.runCount),
    as_of: formatInstant(asOf),
    top_competitor: competitor?.brand.name ?? 'no competitor',
    top_source: topSources.sources[0]?.domain ?? 'no source',
  };
}

function formatMetric(headline: VariablesInput['overview']['headline'], metric: VariableMetric) {
  const { position, sentiment } = headline;
  switch (metric) {
    case 'visibility':
      return formatRate(headline.visibility);
    case 'share_of_voice':
      return formatRate(headline.shareOfVoice);
    case 'first_place':
      return formatRate(headline.firstPlace);
    case 'citation_rate':
      return formatRate(headline.citationRate);
    case 'citation_share':
      return formatRate(headline.citationShare);
    case 'position':
      return {
        value: formatPosition(position.mean),
        change: describeChange(position.change, 'position'),
        interval: formatRange(position.clusteredInterval, formatPosition),
      };
    case 'sentiment':
      return {
        value: formatSentiment(sentiment.value),
        change: describeChange(sentiment.change, 'sentiment'),
        interval: formatRange(sentiment.clusteredInterval, formatSentiment),
      };
  }
}

const messages = defineMessages({
  range: '{low} to {high}',
  unclear: '{change}, no clear change',
});

const noInterval = 'no interval';

function formatRate(rate: Rate & { clusteredInterval?: Interval | null; change: Change | null }) {
  const interval = getInterval(rate);
  return {
    value: formatPercent(rate.value),
    change: describeChange(rate.change, 'points'),
    interval: interval ? `${formatInterval(interval)}%` : noInterval,
  };
}

function formatRange(interval: Interval | null, format: (value: number) => string): string {
  return interval ? messages.range({ low: format(interval.low), high: format(interval.high) }) : noInterval;
}

/** Describes a change with its verdict unless it is clear: "+6 points", "+1 point, no clear change". */
function describeChange(change: Change | null, unit: ChangeUnit): string {
  const formatted = formatChange(change, unit);
  if (!formatted) return 'not compared';
  if (hasNoPreviousData([change])) return 'no earlier answers';
  if (formatted.direction !== 'none') return formatted.text;
  return formatted.verdict === 'no clear change'
    ? messages.unclear({ change: formatted.text })
    : formatted.label.toLowerCase();
}

/** Inserts variables in a Markdown text, escaped so that they never count as Markdown. Unknown names stay as they are. */
export function insertReportVariables(markdown: string, variables: ReportVariables): string {
  return markdown.replaceAll(variablePattern, (text, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return variable === undefined ? text : variable.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
  });
}
