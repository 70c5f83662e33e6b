import { formatCountryInSentence } from '#lib/contract/country-names';
import { type EngineLabels, formatEngine, formatEngineList } from '#lib/contract/engine-labels';
import { formatInstant, formatPeriod } from '#lib/core/dates';
import { pauseReasonLabels } from '#lib/core/errors';
import { type Change, getInterval, type Metric } from '#lib/core/metric';
import { formatCount, formatInterval, formatPercent, formatPlural } from '#lib/core/numbers';
import { countDays, type Period } from '#lib/core/time';
import type { CompetitorsData } from '#lib/dashboard/analytics/competitors/competitors';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeCoverage } from '#lib/format/reported-values';

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
  extends Pick<
    SourcesData,
    'citations' | 'answers' | 'withReportedCitations' | 'domainCount' | 'brandCitationShare'
  > {
  topSource: Pick<NonNullable<SourcesData['topSource']>, 'domain' | 'citationShare'> | null;
  /** The name of the selected brand. */
  brand: string;
}

/**
 * Summarizes sources: "1,204 answers list 87 domains and contain 4,210 citations, most often of trailmag.example (21%);
 * 6% of the citations point to domains of Tarnhoof (5 to 7)." Also says for how many answers citations are known, unless they
 * are for all.
 */
export function summarizeSources({
  citations,
  answers,
  withReportedCitations,
  domainCount,
  topSource,
  brand,
  brandCitationShare,
}: SourcesSummaryInput): string {
  if (domainCount === 0) return `No domain is listed or cited (${formatPlural(answers, 'answer')}).`;
  const listed = `${formatPlural(answers, 'answer lists', 'answers list')} ${formatPlural(domainCount, 'domain')}`;
  const coverage = describeCoverage('Citations', withReportedCitations, answers);
  const note = coverage ? ` ${coverage}` : '';
  if (withReportedCitations === 0) return `${listed}.${note}`;
  if (citations === 0) return `${listed}, but ${answers === 1 ? 'cites' : 'cite'} none.${note}`;
  const top = topSource
    ? `, most often of ${topSource.domain} (${formatPercent(topSource.citationShare.value)})`
    : '';
  const own =
    brandCitationShare.value === null
      ? `${brand} has no domain yet`
      : brandCitationShare.numerator === 0
        ? `no citation points to a domain of ${brand}`
        : `${formatPercent(brandCitationShare.value)} of the citations point to domains of ${brand} (${formatInterval(getInterval(brandCitationShare))})`;
  return `${listed} and ${answers === 1 ? 'contains' : 'contain'} ${formatPlural(citations, 'citation')}${top}; ${own}.${note}`;
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
  if (citationRate.denominator === 0) {
    return `Listed in ${formatShare(listed)}. Citations are not reported for these answers.${comparison}`;
  }
  if (citationRate.numerator === 0) {
    return `Never cited in ${formatPlural(citationRate.denominator, 'answer')}, but ${listedIn}.${comparison}`;
  }
  return `Cited in ${formatShare(citationRate)} and ${listedIn}; ${formatPercent(citationShare.value)} of all citations.${comparison}`;
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
