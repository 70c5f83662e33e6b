import { formatCountryInSentence } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import {
  formatPercent,
  formatPointTenths,
  formatPosition,
  formatPositionChange,
  formatSentiment,
  formatSignedPercent,
} from '#lib/core/numbers';
import type { ChangeExplanation, EngineCountry } from '#lib/dashboard/analytics/explanations/explain-change';
import type { ChangePart } from '#lib/dashboard/analytics/explanations/split-change';
import type { ChangeUnit } from '#lib/format/format-change';

/** An explanation of a change, formatted for display. */
export interface FormattedExplanation {
  /** "38% before, 41% now: +2.8 points across all answers." */
  summary: string;
  /** One row per cause. Their values add up to the difference of the summary. */
  rows: {
    cause: ChangePart['cause'];
    label: string;
    value: string;
    isZero: boolean;
    /** "+1.2 to +3.0"; null if it is not estimated or has no width. */
    interval: string | null;
    /** Sentences that list the changes behind it. */
    details: string[];
  }[];
}

interface UnitFormat {
  /** Differences are rounded to multiples of this step. */
  step: number;
  formatValue: (value: number) => string;
  formatDifference: (difference: number) => string;
  /** Formats an end of an interval of differences, without a unit. */
  formatEnd: (end: number) => string;
}

const shareFormat = {
  step: 0.001,
  formatValue: formatPercent,
  formatDifference: formatPointTenths,
  formatEnd: formatSignedPercent,
};
const formatSentimentShare = (share: number) => formatSentiment(100 * share);
const formats: Record<ChangeUnit, UnitFormat> = {
  points: shareFormat,
  tenths: shareFormat,
  position: {
    step: 0.1,
    formatValue: formatPosition,
    formatDifference: formatPositionChange,
    formatEnd: formatPositionChange,
  },
  sentiment: {
    step: 0.01,
    formatValue: formatSentimentShare,
    formatDifference: formatSentimentShare,
    formatEnd: formatSentimentShare,
  },
};

const labels: Record<ChangePart['cause'], string> = {
  prompts: 'Prompts added or removed',
  mix: 'Mix of engines and countries',
  model: 'Changed models',
  sources: 'Sources cited more or less often',
  other: 'Other causes',
  noise: 'Noise',
};

const messages = defineMessages({
  addedPrompts: '{prompts, plural, one {# prompt} other {# prompts}} added.',
  removedPrompts: '{prompts, plural, one {# prompt} other {# prompts}} removed.',
  engineCountry: '{engine} in {country}',
  more: '{more, number} more',
  added: '{items} added.',
  removed: '{items} removed.',
});

/** Formats an explanation. */
export function formatExplanation(
  explanation: ChangeExplanation,
  unit: ChangeUnit = 'points',
): FormattedExplanation {
  const { previous, current, parts } = explanation;
  const { step, formatValue, formatDifference, formatEnd } = formats[unit];
  const differences = roundPreservingSum(
    parts.map(({ difference }) => difference),
    step,
  );
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  return {
    summary: `${formatValue(previous)} before, ${formatValue(current)} now: ${formatDifference(total)} across all answers.`,
    rows: parts.map(({ cause, interval }, index) => ({
      cause,
      label: labels[cause],
      value: formatDifference(differences[index] ?? 0),
      isZero: differences[index] === 0,
      interval:
        interval && interval.low < interval.high
          ? `${formatEnd(interval.low)} to ${formatEnd(interval.high)}`
          : null,
      details: describeCause(cause, explanation),
    })),
  };
}

/** Rounds values to multiples of a step so that their sum is the rounded sum (largest remainder method). */
export function roundPreservingSum(values: readonly number[], step: number): number[] {
  const floors = values.map((value) => Math.floor(value / step));
  const sum = values.reduce((total, value) => total + value, 0);
  const missing = Math.round(sum / step) - floors.reduce((total, floor) => total + floor, 0);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value / step - (floors[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder);
  const roundedUp = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  // Adding 0 turns −0 into 0.
  return floors.map((floor, index) => (floor + (roundedUp.has(index) ? 1 : 0)) * step + 0);
}

function describeCause(cause: ChangePart['cause'], explanation: ChangeExplanation): string[] {
  switch (cause) {
    case 'prompts':
      return [
        ...(explanation.addedPrompts > 0
          ? [messages.addedPrompts({ prompts: explanation.addedPrompts })]
          : []),
        ...(explanation.removedPrompts > 0
          ? [messages.removedPrompts({ prompts: explanation.removedPrompts })]
          : []),
      ];
    case 'mix':
      return [
        ...formatEngineCountries(explanation.addedEngineCountries, messages.added),
        ...formatEngineCountries(explanation.removedEngineCountries, messages.removed),
      ];
    case 'model':
      return explanation.models.map(
        ({ engine, previous, current }) =>
          `${getEngineName(engine)}: ${previous ?? 'unknown'} to ${current ?? 'unknown'}.`,
      );
    case 'sources':
      return explanation.sources.map(
        ({ domain, previous, current }) =>
          `${domain}: cited in ${formatPercent(previous)} of answers before, ${formatPercent(current)} now.`,
      );
    case 'other':
      return ['Changes beyond noise that the causes above don’t explain.'];
    case 'noise':
      return ['Answers differ from run to run.'];
  }
}

const maxEngineCountries = 4;

/** Formats a sentence about engines in countries; none without any. */
function formatEngineCountries(
  engineCountries: readonly EngineCountry[],
  format: (parameters: { items: string }) => string,
): string[] {
  if (engineCountries.length === 0) return [];
  const shown = engineCountries
    .slice(0, maxEngineCountries)
    .map(({ engine, country }) =>
      messages.engineCountry({ engine: getEngineName(engine), country: formatCountryInSentence(country) }),
    );
  const more = engineCountries.length - shown.length;
  return [format({ items: formatList(more > 0 ? [...shown, messages.more({ more })] : shown) })];
}
