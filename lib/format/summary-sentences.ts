import { pauseReasonLabels } from '#lib/core/errors';
import { type Change, getInterval, type Metric } from '#lib/core/metric';
import { countDays, type Period } from '#lib/core/time';
import type { CompetitorsData } from '#lib/dashboard/analytics/competitors/competitors';
import type { FanOutData } from '#lib/dashboard/analytics/fan-out/fan-out';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { formatInstant, formatPeriod } from '#lib/format/dates';
import { hasNoPreviousData } from '#lib/format/format-change';
import {
  type EngineLabels,
  formatCountryInSentence,
  formatEngine,
  formatEngineList,
} from '#lib/format/labels';
import { formatCount, formatInterval, formatPercent, formatPlural } from '#lib/format/numbers';

/** Says that a period has no answers. */
export const noAnswers = 'No answers in this period yet.';

export type OverviewSummaryInput = Pick<
  HeadlineData,
  'brand' | 'visibility' | 'answers' | 'periods' | 'largestChange'
>;

/**
 * Summarizes visibility: "Mentioned in 38% of 1,204 answers (35 to 41), up 6 points from the 28 days before; Gen ·
 * Google Gemini in Japan changed most."
 * @param engineLabels the model of each engine's recent answers
 */
export function summarizeOverview(
  { brand, visibility, answers, periods, largestChange }: OverviewSummaryInput,
  engineLabels: EngineLabels = {},
): string {
  if (visibility.value === null) return noAnswers;
  const subject = brand.role === 'own' ? 'Mentioned' : `${brand.name} is mentioned`;
  const change = visibility.change
    ? `, ${summarizeChange(visibility.change, formatPrevious(periods), engineLabels)}`
    : '';
  const largest = largestChange
    ? `; ${formatEngine(largestChange.engine, engineLabels)} in ${formatCountryInSentence(largestChange.country)} changed most`
    : '';
  return `${subject} in ${formatShare(visibility, answers)}${change}${largest}.`;
}

function summarizeChange(
  { verdict, difference, excludedEngines, previousAnswers }: Change,
  previous: string,
  engineLabels: EngineLabels,
): string {
  if (verdict === 'not enough data') {
    return previousAnswers === 0
      ? `with no answers from ${previous} to compare with`
      : `with too few answers to compare with ${previous}`;
  }
  if (verdict === 'model changed') return `not comparable with ${previous} because a model changed`;
  const names = formatEngineList(excludedEngines, engineLabels);
  const exclusions = names ? `, not counting ${names}, where the model changed` : '';
  if (verdict === 'within noise') return `no clear change from ${previous}${exclusions}`;
  const points = Math.abs(Math.round((difference ?? 0) * 100));
  const size = points === 0 ? 'less than a point' : formatPlural(points, 'point');
  return `${(difference ?? 0) > 0 ? 'up' : 'down'} ${size} from ${previous}${exclusions}`;
}

/** Formats the comparison period: "the 28 days before", "the same days a year earlier", or its dates. */
function formatPrevious({ current, previous }: HeadlineData['periods']): string {
  const days = countDays(current.from, current.to);
  const gap = previous ? countDays(previous.to, current.from) - 1 : 1;
  if (!previous || (gap === 1 && countDays(previous.from, previous.to) === days)) {
    return days === 1 ? 'the day before' : `the ${days} days before`;
  }
  const formatDaysOfYear = ({ from, to }: Period) => `${from.slice(5)} ${to.slice(5)}`;
  const years = Number(current.to.slice(0, 4)) - Number(previous.to.slice(0, 4));
  if (years === 1 && formatDaysOfYear(current) === formatDaysOfYear(previous))
    return 'the same days a year earlier';
  return formatPeriod(previous);
}

/** Formats "38% of 1,204 answers (35 to 41)". */
function formatShare(metric: Metric, answers = metric.denominator): string {
  return `${formatPercent(metric.value)} of ${formatPlural(answers, 'answer')} (${formatInterval(getInterval(metric))})`;
}

interface CompetitorsSummaryInput extends Pick<CompetitorsData, 'brand'> {
  brandMetrics: readonly Pick<CompetitorsData['brandMetrics'][number], 'brand' | 'visibility'>[];
  mentionGaps: Pick<CompetitorsData['mentionGaps'], 'missingOnAllEnginesCount' | 'promptCount'>;
}

/**
 * Summarizes the competition: "Grumblefell is mentioned most, in 41% of 1,204 answers (38 to 44), ahead of Tarnhoof
 * with 33%. For 4 of 30 prompts, the answers mention another tracked brand but never Tarnhoof." If the rounded
 * shares of two brands are equal, the sentence says that they are mentioned equally often.
 */
export function summarizeCompetitors({ brand, brandMetrics, mentionGaps }: CompetitorsSummaryInput): string {
  const selected = brandMetrics.find((metrics) => metrics.brand.id === brand.id);
  const other = brandMetrics.find((metrics) => metrics.brand.id !== brand.id);
  if (!selected || selected.visibility.value === null) return noAnswers;
  if (!other) {
    return `${brand.name} is mentioned in ${formatShare(selected.visibility)}; no competitors are tracked yet.`;
  }
  const [first, second] =
    selected.visibility.value >= (other.visibility.value ?? 0) ? [selected, other] : [other, selected];
  const { missingOnAllEnginesCount, promptCount } = mentionGaps;
  const gaps =
    missingOnAllEnginesCount === 0
      ? `For every prompt whose answers mention another tracked brand, at least one answer mentions ${brand.name}.`
      : `For ${formatCount(missingOnAllEnginesCount)} of ${formatPlural(promptCount, 'prompt')}, the answers mention another tracked brand but never ${brand.name}.`;
  if (!first.visibility.value)
    return `No tracked brand is mentioned (${formatPlural(selected.visibility.denominator, 'answer')}).`;
  if (formatPercent(first.visibility.value) === formatPercent(second.visibility.value)) {
    return `${first.brand.name} and ${second.brand.name} are mentioned equally often, in ${formatShare(first.visibility)}. ${gaps}`;
  }
  return `${first.brand.name} is mentioned most, in ${formatShare(first.visibility)}, ahead of ${second.brand.name} with ${formatPercent(second.visibility.value)}. ${gaps}`;
}

interface SourcesSummaryInput
  extends Pick<SourcesData, 'citations' | 'answers' | 'domainCount' | 'brandCitationShare'> {
  topSource: Pick<NonNullable<SourcesData['topSource']>, 'domain' | 'citationShare'> | null;
  /** The name of the selected brand. */
  brand: string;
}

/**
 * Summarizes sources: "1,204 answers list 87 domains and contain 4,210 citations, most often of trailmag.example (21%);
 * 6% of the citations point to domains of Tarnhoof (5 to 7)."
 */
export function summarizeSources({
  citations,
  answers,
  domainCount,
  topSource,
  brand,
  brandCitationShare,
}: SourcesSummaryInput): string {
  if (domainCount === 0) return `No domain is listed or cited (${formatPlural(answers, 'answer')}).`;
  const listed = `${formatPlural(answers, 'answer lists', 'answers list')} ${formatPlural(domainCount, 'domain')}`;
  if (citations === 0) return `${listed}, but ${answers === 1 ? 'cites' : 'cite'} none.`;
  const top = topSource
    ? `, most often of ${topSource.domain} (${formatPercent(topSource.citationShare.value)})`
    : '';
  const own =
    brandCitationShare.value === null
      ? `${brand} has no domain yet`
      : brandCitationShare.numerator === 0
        ? `no citation points to a domain of ${brand}`
        : `${formatPercent(brandCitationShare.value)} of the citations point to domains of ${brand} (${formatInterval(getInterval(brandCitationShare))})`;
  return `${listed} and ${answers === 1 ? 'contains' : 'contain'} ${formatPlural(citations, 'citation')}${top}; ${own}.`;
}

/** Summarizes one domain: "Cited in 12% of 1,204 answers (10 to 14) and listed in 20%; 5% of all citations." */
export function summarizeDomain({
  citationShare,
  citationRate,
  listed,
}: Pick<DomainData, 'citationShare' | 'citationRate' | 'listed'>): string {
  const listedIn = `listed in ${formatPercent(listed.value)}`;
  const hasNoPrevious = hasNoPreviousData([citationShare.change, citationRate.change]);
  const comparison = hasNoPrevious ? ' There are no earlier answers to compare with.' : '';
  if (citationRate.numerator === 0) {
    return `Never cited in ${formatPlural(citationRate.denominator, 'answer')}, but ${listedIn} of them.${comparison}`;
  }
  return `Cited in ${formatShare(citationRate)} and ${listedIn}; ${formatPercent(citationShare.value)} of all citations.${comparison}`;
}

export interface FanOutSummaryInput {
  queries: readonly Pick<FanOutData['queries'][number], 'query' | 'answers' | 'mentioned'>[];
  queryCount: number;
  engines: readonly Pick<FanOutData['engines'][number], 'engine' | 'answers' | 'withSearchQueries'>[];
}

/** Summarizes search queries: their number and engines, and how often answers with the top query mention the brand. */
export function summarizeFanOut(
  { queries, queryCount, engines }: FanOutSummaryInput,
  brand: string,
  engineLabels: EngineLabels = {},
): string {
  if (engines.length === 0) return 'The search queries that engines issue to answer a prompt.';
  const [top] = queries;
  const reporting = engines.filter(({ withSearchQueries }) => withSearchQueries.numerator > 0);
  const nonReporting = engines.filter(({ withSearchQueries }) => withSearchQueries.numerator === 0);
  const formatEngines = (list: FanOutSummaryInput['engines']) =>
    formatEngineList(
      list.map(({ engine }) => engine),
      engineLabels,
    );
  const nonReportingNote =
    nonReporting.length > 0
      ? ` ${formatEngines(nonReporting)} ${nonReporting.length === 1 ? 'reports' : 'report'} none.`
      : '';
  if (!top) return `No engine reported a search query in this period.${nonReportingNote}`;
  const answers = reporting.reduce((sum, { withSearchQueries }) => sum + withSearchQueries.numerator, 0);
  const topQuery = `“${top.query}” is the most frequent; ${formatPercent(top.mentioned.value)} of its ${formatPlural(top.answers, 'answer')} (${formatInterval(getInterval(top.mentioned))}) ${top.answers === 1 ? 'mentions' : 'mention'} ${brand}.`;
  return `${formatPlural(queryCount, 'search query', 'search queries')} reported by ${formatEngines(reporting)} in ${formatPlural(answers, 'answer')}. ${topQuery}${nonReportingNote}`;
}

/** Engines whose providers report search queries; Chat only if the schedule requests them. */
const queryReportingEngines = ['chat', 'social'];
/** Engines for which only the sandbox reports search queries. */
const sandboxReportingEngines = ['answer', 'office'];
const suggestedEngine = 'chat';

/**
 * Describes why no engine reported a search query, and which engine to add.
 * @param engines the engines with answers, none of which reported a query
 */
export function describeMissingQueries(engines: readonly string[], engineLabels: EngineLabels = {}): string {
  const canReport = (engine: string) =>
    queryReportingEngines.includes(engine) ||
    (sandboxReportingEngines.includes(engine) && engineLabels[engine]?.isFictional === true);
  const reporting = engines.filter(canReport);
  const nonReporting = engines.filter((engine) => !canReport(engine));
  const chooseVerb = (list: readonly string[], one: string, many: string) => (list.length === 1 ? one : many);
  return [
    reporting.length > 0 &&
      `${formatEngineList(reporting, engineLabels)} ${chooseVerb(reporting, 'reports', 'report')} search queries only if ${chooseVerb(reporting, 'it searches', 'they search')} the web, which didn’t happen in this period.`,
    nonReporting.length > 0 &&
      `${formatEngineList(nonReporting, engineLabels)} ${chooseVerb(nonReporting, 'doesn’t', 'don’t')} report search queries.`,
    !engines.includes(suggestedEngine) &&
      `To see queries here, add ${formatEngine(suggestedEngine)} to the schedule and include its search queries.`,
  ]
    .filter(Boolean)
    .join(' ');
}

type PauseReason = NonNullable<RunWithCounts['pauseReason']>;

const resumeConditions: Record<PauseReason, string> = {
  credits: 'credits are available again',
  project_budget: 'the project’s budget allows it',
  schedule_budget: 'the schedule’s budget allows it',
};

/** A run with items that were not sent. */
export interface UnsentRun {
  kind: RunWithCounts['kind'];
  status: RunWithCounts['status'];
  pauseReason: PauseReason;
  notSent: number;
  itemCount: number;
  /** The time until which it can resume. */
  resumableUntil: Date;
}

/**
 * Describes how many items of a run were not sent, why, and what happens next: "28 of 40 run items were not sent: out of
 * credits. They’re sent automatically if credits are available again by 24 Nov 2026, 06:00 UTC, unless the next scheduled run starts first."
 */
export function describeUnsent(run: UnsentRun): string {
  const { status, pauseReason, notSent, itemCount } = run;
  const summary = `${formatCount(notSent)} of ${formatPlural(itemCount, 'run item')} ${notSent === 1 ? 'was' : 'were'} not sent: ${pauseReasonLabels[pauseReason]}.`;
  if (status === 'paused') return `${summary} ${describeResumption(run)}`;
  const object = notSent === 1 ? 'it' : 'them';
  return `${summary} The run ended without ${object}. You can retry ${object} from the run.`;
}

/** Describes on which condition, and until when, the unsent items of a paused run are still sent. */
export function describeResumption({ kind, pauseReason, notSent, resumableUntil }: UnsentRun): string {
  return `${notSent === 1 ? 'It’s' : 'They’re'} sent automatically if ${resumeConditions[pauseReason]} by ${formatInstant(resumableUntil)}${kind === 'scheduled' ? ', unless the next scheduled run starts first' : ''}.`;
}
