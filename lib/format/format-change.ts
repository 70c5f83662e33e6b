import { formatEngineList } from '#lib/contract/engine-labels';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { type Change, type Interval, type Verdict, visibleDifference } from '#lib/core/metric';
import {
  formatPoints,
  formatPointsEnd,
  formatPointTenths,
  formatPosition,
  formatPositionChange,
  formatPositionEnd,
  formatSentiment,
  formatSentimentEnd,
  formatTick,
} from '#lib/core/numbers';
import { roundStep } from '#lib/core/round-preserving-sum';
import { capitalize } from '#lib/core/text';

/** A change, formatted for display. */
export interface FormattedChange {
  verdict: Verdict;
  /** `none` unless the change is clear. */
  direction: 'up' | 'down' | 'none';
  /** True if the direction is an improvement; null if the direction is `none`. */
  isImprovement: boolean | null;
  /** "+6 points", "−0.4". */
  text: string;
  /** "Up", "Down", "No clear change", "Too early", "Not comparable (model changed)", "Nothing to compare with". */
  label: string;
  /** "Up 6 points", "No clear change (+1 point)"; otherwise the label. */
  sentence: string;
  /** Sentences for a tooltip. */
  explanation: string;
}

/**
 * The unit of a change: percentage points for shares (`tenths`: with one decimal), ranks for positions (lower is
 * better), the scale of sentiment.
 */
export type ChangeUnit = 'points' | 'tenths' | 'position' | 'sentiment';

interface UnitFormat {
  formatDifference: (difference: number | null) => string;
  /** Formats an end of an interval of differences, without a unit. */
  formatEnd: (end: number) => string;
  formatLevel: (level: number) => string;
  /** The unit in which a difference is visible (see `visibleDifference`). */
  scale: number;
  /** The smallest difference that is shown, which stands for smaller ones. */
  step: number;
}

const shareFormat = { formatEnd: formatPointsEnd, formatLevel: formatTick, scale: 1 };

const formats: Record<ChangeUnit, UnitFormat> = {
  points: { ...shareFormat, formatDifference: formatPoints, step: 0.001 },
  tenths: { ...shareFormat, formatDifference: formatPointTenths, step: 0.001 },
  position: {
    formatDifference: formatPositionChange,
    formatEnd: formatPositionEnd,
    formatLevel: formatPosition,
    scale: 5,
    step: 0.1,
  },
  sentiment: {
    formatDifference: formatSentiment,
    formatEnd: formatSentimentEnd,
    formatLevel: formatSentiment,
    scale: 200,
    step: 1,
  },
};

const messages = defineMessages({
  nothingEarlier: 'There are no earlier answers to compare with.',
  noCommon: 'No prompt was asked on the same engine and in the same country in both periods.',
  otherModel: 'Other models serve most of the answers now, so the two periods can’t be compared.',
  weekdays: 'The two periods ran on different weekdays, and too few answers remain to compare the same ones.',
  tooFew: 'Fewer than 20 answers in one of the two periods.',
  imprecise: 'The true change can be anything from {interval}. More days narrow this down.',
  clear: 'The true change is most likely between {interval}.',
  unclear: 'It can be chance: the true change is most likely between {interval}.',
  together:
    'Judged together with {rows, plural, one {# row} other {# rows}}, because among many rows some differ by chance.',
  compared:
    'Compared {prompts, plural, one {on # prompt} other {on # prompts}} with {previous, plural, one {# answer} other {# answers}} before and {current, plural, one {# answer} other {# answers}} now.',
  excluded: 'without {engines}, whose {count, plural, one {model} other {models}} changed',
  comparedLevels:
    'on the {prompts, plural, one {# prompt} other {# prompts}} asked in both periods: {before} → {after}',
  and: '{low} and {high}',
  range: '{low} to {high}',
  pointsAnd: '{low} and {high} points',
  pointsRange: '{low} to {high} points',
  difference: '{label} {size}',
  unclearDifference: '{label} ({difference})',
  lessThan: '{sign}<{step}',
});

/** Formats a change; null without a comparison period. */
export function formatChange(change: Change | null, unit: ChangeUnit = 'points'): FormattedChange | null {
  if (!change) return null;
  const { verdict } = change;
  const direction = verdict === 'up' || verdict === 'down' ? verdict : 'none';
  const text = formatDifference(change, unit);
  const label = formatLabel(change);
  return {
    verdict,
    direction,
    isImprovement: direction === 'none' ? null : (direction === 'up') === (unit !== 'position'),
    text,
    label,
    sentence: describeVerdict(verdict, label, text),
    explanation: joinSentences([
      explainVerdict(change, unit),
      capitalizeSentence(describeExclusions(change)),
      describeCompared(change),
    ]),
  };
}

/** A clear change never reads as 0, however small it is. */
function formatDifference({ verdict, difference }: Change, unit: ChangeUnit): string {
  const { formatDifference: format, step } = formats[unit];
  const isClear = verdict === 'up' || verdict === 'down';
  if (difference === null || !isClear || Math.abs(difference) >= step / 2) return format(difference);
  return messages.lessThan({ sign: verdict === 'up' ? '+' : '−', step: format(step).replace('+', '') });
}

function formatLabel(change: Change): string {
  if (lacksPreviousAnswers(change)) return 'Nothing to compare with';
  const label = capitalize(change.verdict);
  return change.reason === 'models changed' ? `${label} (model changed)` : label;
}

function describeVerdict(verdict: Verdict, label: string, difference: string): string {
  switch (verdict) {
    case 'up':
    case 'down':
      return messages.difference({ label, size: difference.replace(/^[+−]/, '') });
    case 'no clear change':
      return messages.unclearDifference({ label, difference });
    case 'too early':
    case 'not comparable':
      return label;
  }
}

/** Returns whether all compared metrics lack earlier answers. A page then says so once instead of for each metric. */
export function hasNoPreviousData(changes: readonly (Change | null)[]): boolean {
  const compared = changes.filter((change) => change !== null);
  return compared.length > 0 && compared.every(lacksPreviousAnswers);
}

/** Returns whether nothing was asked in the previous period that could be compared. */
function lacksPreviousAnswers({ reason, previousAnswers }: Change): boolean {
  return reason === 'no common segments' && previousAnswers === 0;
}

/** Describes what a change leaves out: "without ChatGPT, whose model changed"; empty if it leaves out nothing. */
export function describeExclusions({ excludedEngines }: Pick<Change, 'excludedEngines'>): string {
  if (excludedEngines.length === 0) return '';
  return messages.excluded({
    engines: formatEngineList(excludedEngines),
    count: excludedEngines.length,
  });
}

/**
 * Describes the level of the compared prompts if it differs visibly from that of all answers: "on the 12 prompts asked in both
 * periods: 31% → 36%". Its ends differ by the difference that is shown. Empty if it is the same, or if nothing is compared.
 */
export function describeComparedLevels(
  change: Change | null,
  level: number | null,
  unit: ChangeUnit = 'points',
): string {
  if (!change || level === null || change.reason !== null) return '';
  const { previous, current, prompts } = change;
  const { scale, formatLevel } = formats[unit];
  // Reports that earlier versions froze lack the number of prompts.
  if (previous === null || current === null || prompts === 0) return '';
  if (Math.abs(current - level) < visibleDifference * scale) return '';
  const ends = roundStep({ before: previous, after: current }, getShownStep(change, unit));
  return messages.comparedLevels({
    prompts,
    before: formatLevel(ends.before),
    after: formatLevel(ends.after),
  });
}

/** The step to which a difference is rounded: shares have decimals only below half a point. */
function getShownStep({ difference }: Change, unit: ChangeUnit): number {
  return unit === 'points' && Math.abs(difference ?? 0) >= 0.005 ? 0.01 : formats[unit].step;
}

function describeCompared({ prompts, previousAnswers, currentAnswers, rows }: Change): string {
  if (prompts === 0) return '';
  const compared = messages.compared({ prompts, previous: previousAnswers, current: currentAnswers });
  return rows > 1 ? joinSentences([compared, messages.together({ rows })]) : compared;
}

/** Makes a sentence of a clause; empty if the clause is empty. */
export function capitalizeSentence(clause: string): string {
  return clause === '' ? '' : `${capitalize(clause)}.`;
}

/** Formats "+2 and +9 points" or "−0.6 and −0.2", after "between"; with `range`, "+2 to +9 points", after "from". */
function formatDifferenceInterval({ low, high }: Interval, unit: ChangeUnit, form: 'and' | 'range'): string {
  const { formatEnd } = formats[unit];
  const ends = { low: formatEnd(low), high: formatEnd(high) };
  const isPoints = unit === 'points' || unit === 'tenths';
  if (!isPoints) return messages[form](ends);
  return form === 'and' ? messages.pointsAnd(ends) : messages.pointsRange(ends);
}

function explainVerdict({ verdict, reason, interval, previousAnswers }: Change, unit: ChangeUnit): string {
  switch (reason) {
    case 'no common segments':
      return previousAnswers === 0 ? messages.nothingEarlier() : messages.noCommon();
    case 'models changed':
      return messages.otherModel();
    case 'weekdays differ':
      return messages.weekdays();
    case 'few answers':
      return messages.tooFew();
    case 'imprecise':
      return interval
        ? messages.imprecise({ interval: formatDifferenceInterval(interval, unit, 'range') })
        : '';
    case null:
      break;
  }
  if (!interval) return '';
  const range = formatDifferenceInterval(interval, unit, 'and');
  return verdict === 'no clear change'
    ? messages.unclear({ interval: range })
    : messages.clear({ interval: range });
}
