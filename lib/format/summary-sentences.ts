import { formatCountryInSentence } from '#lib/contract/country-names';
import { formatEngineList } from '#lib/contract/engine-labels';
import { getEngineName } from '#lib/contract/engines';
import { formatInstant, formatPeriod } from '#lib/core/dates';
import { pauseReasonLabels } from '#lib/core/errors';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { type Change, getInterval, type Metric } from '#lib/core/metric';
import { formatInterval, formatPercent } from '#lib/core/numbers';
import { countDays, type Period } from '#lib/core/time';
import type { CompetitorsData } from '#lib/dashboard/analytics/competitors/competitors';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeCoverage } from '#lib/format/reported-values';

const messages = defineMessages({
  overview:
    '{role, select, own {Mentioned} other {{brand} is mentioned}} in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}){change, select, none {} noAnswers {, with no answers from {previous} to compare with} tooFew {, with too few answers to compare with {previous}} otherModel {, not comparable with {previous} because a model changed} unclear {, no clear change from {previous}} up {, up {points, plural, =0 {less than a point} one {# point} other {# points}} from {previous}} other {, down {points, plural, =0 {less than a point} one {# point} other {# points}} from {previous}}}{exclusions, select, none {} other {, not counting {engines}, where the model changed}}{largest, select, none {} other {; {engine} in {country} changed most}}.',
  daysBefore: '{days, plural, =1 {the day before} other {the # days before}}',
  yearEarlier: 'the same days a year earlier',
  onlyBrand:
    '{brand} is mentioned in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}); no competitors are tracked yet.',
  noBrand: 'No tracked brand is mentioned ({answers, plural, one {# answer} other {# answers}}).',
  equallyOften:
    '{first} and {second} are mentioned equally often, in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}).',
  mostOften:
    '{first} is mentioned most, in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}), ahead of {second} with {secondShare}.',
  noGaps:
    'For every prompt whose answers mention another tracked brand, at least one answer mentions {brand}.',
  gaps: 'For {missing, number} of {prompts, plural, one {# prompt} other {# prompts}}, the answers mention another tracked brand but never {brand}.',
  noDomains: 'No domain is listed or cited ({answers, plural, one {# answer} other {# answers}}).',
  listedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}}.',
  uncitedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}}, but {answers, plural, one {cites} other {cite}} none.',
  citedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}} and {answers, plural, one {contains} other {contain}} {citations, plural, one {# citation} other {# citations}}{top, select, none {} other {, most often of {domain} ({share})}}; {own, select, none {{brand} has no domain yet} uncited {no citation points to a domain of {brand}} other {{ownShare} of the citations point to domains of {brand} ({interval})}}.',
  listedOnly:
    'Listed in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}). Citations are not reported for these answers.',
  neverCited: 'Never cited in {answers, plural, one {# answer} other {# answers}}, but listed in {listed}.',
  cited:
    'Cited in {share} of {answers, plural, one {# answer} other {# answers}} ({interval}) and listed in {listed}; {citationShare} of all citations.',
  nothingEarlier: 'There are no earlier answers to compare with.',
  notSent:
    '{notSent, number} of {items, plural, one {# run item} other {# run items}} {notSent, plural, one {was} other {were}} not sent: {reason}.',
  ended:
    'The run ended without {notSent, plural, one {it} other {them}}. You can retry {notSent, plural, one {it} other {them}} from the run.',
  sentLater:
    '{notSent, plural, one {It’s} other {They’re}} sent automatically if {reason, select, credits {credits are available again} project_budget {the project’s budget allows it} schedule_budget {the schedule’s budget allows it} other {}} by {until}{kind, select, scheduled {, unless the next scheduled run starts first} other {}}.',
});

/** Says that a period has no answers. */
export const noAnswers = 'No answers in this period yet.';

export type OverviewSummaryInput = Pick<
  HeadlineData,
  'brand' | 'visibility' | 'answers' | 'periods' | 'largestChange'
>;

/**
 * Summarizes visibility: "Mentioned in 38% of 1,204 answers (35 to 41), up 6 points from the 28 days before; Gemini
 * in Japan changed most."
 */
export function summarizeOverview({
  brand,
  visibility,
  answers,
  periods,
  largestChange,
}: OverviewSummaryInput): string {
  if (visibility.value === null) return noAnswers;
  const { change } = visibility;
  const engines = change && comparesEngines(change) ? formatEngineList(change.excludedEngines) : '';
  return messages.overview({
    ...formatShare(visibility, answers),
    role: brand.role === 'own' ? 'own' : 'other',
    brand: brand.name,
    change: change ? getChangeKind(change) : 'none',
    points: Math.abs(Math.round((change?.difference ?? 0) * 100)),
    previous: formatPrevious(periods),
    exclusions: engines === '' ? 'none' : 'other',
    engines,
    largest: largestChange ? 'other' : 'none',
    engine: largestChange ? getEngineName(largestChange.engine) : '',
    country: largestChange ? formatCountryInSentence(largestChange.country) : '',
  });
}

function comparesEngines({ verdict }: Change): boolean {
  return verdict === 'no clear change' || verdict === 'up' || verdict === 'down';
}

function getChangeKind({ verdict, reason, previousAnswers }: Change) {
  switch (verdict) {
    case 'up':
      return 'up';
    case 'down':
      return 'other';
    case 'no clear change':
      return 'unclear';
    case 'too early':
      return 'tooFew';
    case 'not comparable':
      if (reason === 'models changed') return 'otherModel';
      return previousAnswers === 0 ? 'noAnswers' : 'tooFew';
  }
}

/** Formats the comparison period: "the 28 days before", "the same days a year earlier", or its dates. */
function formatPrevious({ current, previous }: HeadlineData['periods']): string {
  const days = countDays(current.from, current.to);
  const gap = previous ? countDays(previous.to, current.from) - 1 : 1;
  if (!previous || (gap === 1 && countDays(previous.from, previous.to) === days)) {
    return messages.daysBefore({ days });
  }
  const formatDaysOfYear = ({ from, to }: Period) => `${from.slice(5)} ${to.slice(5)}`;
  const years = Number(current.to.slice(0, 4)) - Number(previous.to.slice(0, 4));
  if (years === 1 && formatDaysOfYear(current) === formatDaysOfYear(previous)) return messages.yearEarlier();
  return formatPeriod(previous);
}

/** The parameters of "38% of 1,204 answers (35 to 41)". */
function formatShare(metric: Metric, answers = metric.denominator) {
  return { share: formatPercent(metric.value), answers, interval: formatInterval(getInterval(metric)) };
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
  if (!other) return messages.onlyBrand({ brand: brand.name, ...formatShare(selected.visibility) });
  const [first, second] =
    selected.visibility.value >= (other.visibility.value ?? 0) ? [selected, other] : [other, selected];
  if (!first.visibility.value) return messages.noBrand({ answers: selected.visibility.denominator });
  const secondShare = formatPercent(second.visibility.value);
  const leaders = {
    first: first.brand.name,
    second: second.brand.name,
    ...formatShare(first.visibility),
  };
  return joinSentences([
    leaders.share === secondShare
      ? messages.equallyOften(leaders)
      : messages.mostOften({ ...leaders, secondShare }),
    summarizeGaps(brand.name, mentionGaps),
  ]);
}

function summarizeGaps(
  brand: string,
  { missingOnAllEnginesCount, promptCount }: CompetitorsSummaryInput['mentionGaps'],
): string {
  return missingOnAllEnginesCount === 0
    ? messages.noGaps({ brand })
    : messages.gaps({ missing: missingOnAllEnginesCount, prompts: promptCount, brand });
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
  const counts = { answers, domains: domainCount };
  if (domainCount === 0) return messages.noDomains({ answers });
  const coverage = describeCoverage('citations', withReportedCitations, answers);
  if (withReportedCitations === 0) return joinSentences([messages.listedDomains(counts), coverage]);
  if (citations === 0) return joinSentences([messages.uncitedDomains(counts), coverage]);
  const summary = messages.citedDomains({
    ...counts,
    citations,
    top: topSource ? 'other' : 'none',
    domain: topSource?.domain ?? '',
    share: formatPercent(topSource?.citationShare.value ?? null),
    own:
      brandCitationShare.value === null ? 'none' : brandCitationShare.numerator === 0 ? 'uncited' : 'other',
    brand,
    ownShare: formatPercent(brandCitationShare.value),
    interval: formatInterval(getInterval(brandCitationShare)),
  });
  return joinSentences([summary, coverage]);
}

/** Summarizes one domain: "Cited in 12% of 1,204 answers (10 to 14) and listed in 20%; 5% of all citations." */
export function summarizeDomain({
  citationShare,
  citationRate,
  listed,
}: Pick<DomainData, 'citationShare' | 'citationRate' | 'listed'>): string {
  const hasNoPrevious = hasNoPreviousData([citationShare.change, citationRate.change]);
  const comparison = hasNoPrevious ? messages.nothingEarlier() : null;
  if (citationRate.denominator === 0)
    return joinSentences([messages.listedOnly(formatShare(listed)), comparison]);
  const listedIn = formatPercent(listed.value);
  const summary =
    citationRate.numerator === 0
      ? messages.neverCited({ answers: citationRate.denominator, listed: listedIn })
      : messages.cited({
          ...formatShare(citationRate),
          listed: listedIn,
          citationShare: formatPercent(citationShare.value),
        });
  return joinSentences([summary, comparison]);
}

type PauseReason = NonNullable<RunWithCounts['pauseReason']>;

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
  const summary = messages.notSent({ notSent, items: itemCount, reason: pauseReasonLabels[pauseReason] });
  return joinSentences([
    summary,
    status === 'paused' ? describeResumption(run) : messages.ended({ notSent }),
  ]);
}

/** Describes on which condition, and until when, the unsent items of a paused run are still sent. */
export function describeResumption({ kind, pauseReason, notSent, resumableUntil }: UnsentRun): string {
  return messages.sentLater({
    notSent,
    reason: pauseReason,
    until: formatInstant(resumableUntil),
    kind: kind === 'scheduled' ? 'scheduled' : 'other',
  });
}
