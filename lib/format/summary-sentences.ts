import { formatCountryInSentence } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { formatInstant, formatPeriod } from '#lib/core/dates';
import { pauseReasonLabels } from '#lib/core/errors';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { type Change, getInterval, type Metric } from '#lib/core/metric';
import { formatPercent, formatPercentTenths, noValue } from '#lib/core/numbers';
import { countDays, type Period } from '#lib/core/time';
import type { CompetitorsData } from '#lib/dashboard/analytics/competitors/competitors';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { describeExclusions, formatChange, hasNoPreviousData } from '#lib/format/format-change';
import { describePlace } from '#lib/format/format-place';
import { formatPrecision } from '#lib/format/format-precision';
import { describeCoverage } from '#lib/format/reported-values';

const messages = defineMessages({
  overview:
    '{role, select, own {Mentioned} other {{brand} is mentioned}} in {share} of {answers, plural, one {# answer} other {# answers}} ({precision}){change, select, none {} noAnswers {, with no answers from {previous} to compare with} tooFew {, with too few answers to compare with {previous}} early {, too early to say whether it changed from {previous}} otherModel {, not comparable with {previous} because a model changed} otherDays {, not comparable with {previous}, which had other weekdays} otherPrompts {, not comparable with {previous}, which had no prompt in common} unclear {, no clear change from {previous}} up {, up {size} from {previous}} other {, down {size} from {previous}}}{exclusions, select, none {} other {, {excluded}}}{largest, select, none {} other {; on {engine} in {country}, {direction, select, up {up} other {down}} {largestSize}}}.',
  daysBefore: '{days, plural, =1 {the day before} other {the # days before}}',
  yearEarlier: 'the same days a year earlier',
  promptCounts:
    '{prompts, plural, one {# prompt} other {# prompts}}{topics, plural, =0 {} one { in # topic} other { in # topics}}; {answered, plural, =0 {none were answered in this period} one {{mentioning, number} of # prompt answered in this period {mentioning, plural, one {has} other {have}} answers that mention {brand}} other {{mentioning, number} of # prompts answered in this period {mentioning, plural, one {has} other {have}} answers that mention {brand}}}.',
  onlyBrand:
    '{brand} is mentioned in {share} of {answers, plural, one {# answer} other {# answers}} ({precision}); no competitors are tracked yet.',
  noBrand: 'No tracked brand is mentioned ({answers, plural, one {# answer} other {# answers}}).',
  ahead:
    '{first} is mentioned {place, plural, =1 {most, } other {}}in {share} of {answers, plural, one {# answer} other {# answers}} ({precision}), ahead of {second} with {secondShare}.',
  tied: '{first} and {second} are tied: mentioned in {share} and {secondShare} of {answers, plural, one {# answer} other {# answers}} ({precision}).',
  undecided:
    '{first} is mentioned in {share} and {second} in {secondShare} of {answers, plural, one {# answer} other {# answers}}; too early to say which is ahead.',
  noGaps:
    'For every prompt whose answers mention another tracked brand, at least one answer mentions {brand}.',
  gaps: 'For {missing, number} of {prompts, plural, one {# prompt} other {# prompts}}, the answers mention another tracked brand but never {brand}.',
  noDomains: 'No domain is listed or cited ({answers, plural, one {# answer} other {# answers}}).',
  listedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}}.',
  uncitedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}}, but {answers, plural, one {cites} other {cite}} none.',
  citedDomains:
    '{answers, plural, one {# answer lists} other {# answers list}} {domains, plural, one {# domain} other {# domains}} and {answers, plural, one {contains} other {contain}} {citations, plural, one {# citation} other {# citations}}{top, select, none {} other {, {share} of them of {domain}}}; {own, select, none {{brand} has no domain yet} uncited {no citation points to a domain of {brand}} other {{ownShare} of the citations point to domains of {brand} ({precision})}}.',
  listedOnly:
    'Listed in {share} of {answers, plural, one {# answer} other {# answers}} ({precision}). Citations are not reported for these answers.',
  neverCited: 'Never cited in {answers, plural, one {# answer} other {# answers}}, but listed in {listed}.',
  cited:
    'Cited in {share} of {answers, plural, one {# answer} other {# answers}} ({precision}) and listed in {listed}; {citationShare} of all citations.',
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
  'brand' | 'visibility' | 'answers' | 'periods' | 'largestChange' | 'place' | 'brandsAhead'
>;

/**
 * Summarizes visibility: "Mentioned in 38% of 1,204 answers (±3 points), up 6 points from the 28 days before; on Gemini in
 * Japan, up 12 points. You’re 2nd to 3rd of 6 brands, behind Grumblefell."
 */
export function summarizeOverview({
  brand,
  visibility,
  answers,
  periods,
  largestChange,
  place = null,
  brandsAhead = [],
}: OverviewSummaryInput): string {
  if (visibility.value === null) return noAnswers;
  const { change } = visibility;
  const excluded = change && comparesEngines(change) ? describeExclusions(change) : '';
  const summary = messages.overview({
    ...formatShare(visibility, answers),
    role: brand.role === 'own' ? 'own' : 'other',
    brand: brand.name,
    change: change ? getChangeKind(change) : 'none',
    size: formatSize(change),
    previous: formatPrevious(periods),
    exclusions: excluded === '' ? 'none' : 'other',
    excluded,
    largest: largestChange ? 'other' : 'none',
    engine: largestChange ? getEngineName(largestChange.engine) : '',
    country: largestChange ? formatCountryInSentence(largestChange.country) : '',
    direction: largestChange?.change.verdict === 'up' ? 'up' : 'other',
    largestSize: formatSize(largestChange?.change ?? null),
  });
  return joinSentences([summary, describePlace({ brand, place, brandsAhead })]);
}

/** Formats the size of a change without its sign: "6 points". */
function formatSize(change: Change | null): string {
  return formatChange(change)?.text.replace(/^[+−]/, '') ?? '';
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
      return reason === 'imprecise' ? 'early' : 'tooFew';
    case 'not comparable':
      break;
  }
  if (reason === 'models changed') return 'otherModel';
  if (reason === 'weekdays differ') return 'otherDays';
  return previousAnswers === 0 ? 'noAnswers' : 'otherPrompts';
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

/** The parameters of "38% of 1,204 answers (±3 points)". */
function formatShare(metric: Metric, answers = metric.denominator) {
  return {
    share: formatPercent(metric.value),
    answers,
    precision: formatPrecision(metric.value, getInterval(metric)) ?? noValue,
  };
}

/** Numbers of prompts that match the filters. */
export interface PromptCounts {
  prompts: number;
  topics: number;
  /** Of these prompts, those with answers in the current period. */
  answered: number;
  /** Of these, the prompts that have answers that mention the brand. */
  mentioning: number;
}

/**
 * Summarizes prompts: "Mentioned in 38% of 1,204 answers (±3 points), no clear change from the 28 days before. You’re 2nd to
 * 3rd of 6 brands, behind Grumblefell. 30 prompts in 5 topics; 28 of 30 prompts answered in this period have answers that
 * mention Tarnhoof."
 */
export function summarizePrompts(
  total: Pick<OverviewSummaryInput, 'brand' | 'visibility' | 'periods' | 'place' | 'brandsAhead'>,
  counts: PromptCounts,
): string {
  const { denominator } = total.visibility;
  return joinSentences([
    denominator > 0 ? summarizeOverview({ ...total, answers: denominator, largestChange: null }) : null,
    messages.promptCounts({ ...counts, brand: total.brand.name }),
  ]);
}

interface CompetitorsSummaryInput extends Pick<CompetitorsData, 'brand'> {
  brandMetrics: readonly Pick<
    CompetitorsData['brandMetrics'][number],
    'brand' | 'visibility' | 'place' | 'standing'
  >[];
  mentionGaps: Pick<CompetitorsData['mentionGaps'], 'missingOnAllEnginesCount' | 'promptCount'>;
}

/**
 * Summarizes the competition: "Grumblefell is mentioned most, in 41% of 1,204 answers (±3 points), ahead of Tarnhoof with 33%.
 * You’re 2nd to 3rd of 6 brands, behind Grumblefell. For 4 of 30 prompts, the answers mention another tracked brand but never
 * Tarnhoof." A brand is ahead only if that is clear.
 */
export function summarizeCompetitors({ brand, brandMetrics, mentionGaps }: CompetitorsSummaryInput): string {
  const selected = brandMetrics.find((metrics) => metrics.brand.id === brand.id);
  const other = brandMetrics.find((metrics) => metrics.brand.id !== brand.id);
  if (!selected || selected.visibility.value === null) return noAnswers;
  if (!other) return messages.onlyBrand({ brand: brand.name, ...formatShare(selected.visibility) });
  const [first, second] =
    selected.visibility.value >= (other.visibility.value ?? 0) ? [selected, other] : [other, selected];
  if (!first.visibility.value) return messages.noBrand({ answers: selected.visibility.denominator });
  const { place = null } = selected;
  return joinSentences([
    describeLeaders(first, second, other.standing ?? null),
    describePlace({ brand, place, brandsAhead: listBrandsAhead(brandMetrics) }),
    summarizeGaps(brand.name, mentionGaps),
  ]);
}

type ComparedBrand = CompetitorsSummaryInput['brandMetrics'][number];

/** Returns the names of the brands that are clearly ahead of the selected one. */
function listBrandsAhead(brandMetrics: readonly ComparedBrand[]): string[] {
  return brandMetrics.flatMap(({ brand, standing }) => (standing === 'ahead' ? [brand.name] : []));
}

/** Compares the selected brand and another one, the more mentioned one first. @param standing of the other one */
function describeLeaders(first: ComparedBrand, second: ComparedBrand, standing: ComparedBrand['standing']) {
  const isAhead = standing === 'ahead' || standing === 'behind';
  const shares = { ...formatShare(first.visibility), secondShare: formatPercent(second.visibility.value) };
  const [firstValue, secondValue] = [first.visibility.value ?? 0, second.visibility.value ?? 0];
  // A clear lead of less than a point must be visible, too.
  if (isAhead && shares.share === shares.secondShare && firstValue > secondValue) {
    shares.share = formatPercentTenths(firstValue);
    shares.secondShare = formatPercentTenths(secondValue);
  }
  const leaders = { first: first.brand.name, second: second.brand.name, ...shares };
  if (!standing) return messages.undecided(leaders);
  if (!isAhead) return messages.tied(leaders);
  return messages.ahead({ ...leaders, place: first.place?.last ?? 0 });
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
 * Summarizes sources: "1,204 answers list 87 domains and contain 4,210 citations, 21% of them of trailmag.example;
 * 6% of the citations point to domains of Tarnhoof (±1 point)." Also says for how many answers citations are known, unless they
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
    precision: formatPrecision(brandCitationShare.value, getInterval(brandCitationShare)) ?? noValue,
  });
  return joinSentences([summary, coverage]);
}

/** Summarizes one domain: "Cited in 12% of 1,204 answers (±2 points) and listed in 20%; 5% of all citations." */
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
