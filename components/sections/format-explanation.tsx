import { formatCountry, formatCountryInSentence } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import {
  formatPercent,
  formatPercentTenths,
  formatPointTenths,
  formatPosition,
  formatPositionChange,
  formatSentiment,
  formatSignedPercent,
} from '#lib/core/numbers';
import { roundPreservingSum, roundStep } from '#lib/core/round-preserving-sum';
import type {
  ChangeExplanation,
  ChangePart,
  EngineCountry,
} from '#lib/dashboard/analytics/explanations/explain-change';
import type { ExplanationGroup } from '#lib/dashboard/analytics/explanations/group-change';
import type { ChangeUnit } from '#lib/format/format-change';

/** An explanation of a change, formatted for display. */
export interface FormattedExplanation {
  /** "38.2% before, 41.0% now: +2.8 points across all answers." */
  summary: string;
  /** One row per cause, without those that explain nothing. Their values add up to the difference of the summary. */
  rows: {
    cause: ChangePart['cause'];
    label: string;
    value: string;
    isZero: boolean;
    /** Sentences that list the changes behind it. */
    details: string[];
  }[];
  /** The first row by prompt, topic, engine and country; the values of a group add up to it. */
  groups: { title: string; rows: FormattedGroupRow[] }[];
  /** Sentences about sources that are cited clearly more or less often. */
  sources: string[];
}

export interface FormattedGroupRow {
  key: string;
  label: string;
  value: string;
  isZero: boolean;
  /** "+1.2 to +3.0"; null for the sum of other rows. */
  interval: string | null;
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
  formatValue: formatPercentTenths,
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
  change: 'Asked in both periods',
  added: 'Added',
  removed: 'Removed',
  models: 'Engines whose model changed',
  answers: 'Different numbers of answers',
};

const groupTitles: Record<ExplanationGroup['by'], string> = {
  prompt: 'By prompt',
  topic: 'By topic',
  engine: 'By engine',
  country: 'By country',
};

const messages = defineMessages({
  summary: '{before} before, {after} now: {difference} across all answers.',
  addedPrompts: '{prompts, plural, one {# prompt} other {# prompts}} added.',
  removedPrompts: '{prompts, plural, one {# prompt} other {# prompts}} removed.',
  engineCountry: '{engine} in {country}',
  more: '{more, number} more',
  source: '{domain}: cited in {previous} of answers before, {current} now.',
  added: '{items} added.',
  removed: '{items} removed.',
});

/** Formats an explanation. */
export function formatExplanation(
  explanation: ChangeExplanation,
  unit: ChangeUnit = 'points',
): FormattedExplanation {
  const { previous, current, parts, groups, sources } = explanation;
  const { step, formatValue, formatDifference } = formats[unit];
  const differences = roundPreservingSum(
    parts.map(({ difference }) => difference),
    step,
  );
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  const rows = parts.map(({ cause }, index) => ({
    cause,
    label: labels[cause],
    value: formatDifference(differences[index] ?? 0),
    isZero: differences[index] === 0,
    details: describeCause(cause, explanation),
  }));
  const ends = roundStep({ before: previous, after: current }, step);
  return {
    summary: messages.summary({
      before: formatValue(ends.before),
      after: formatValue(ends.after),
      difference: formatDifference(total),
    }),
    rows: rows.filter(({ cause, isZero, details }) => cause === 'change' || !isZero || details.length > 0),
    groups: groups.map((group) => ({ title: groupTitles[group.by], rows: formatGroup(group, unit) })),
    sources: sources.map(({ domain, previous, current }) =>
      messages.source({ domain, previous: formatPercent(previous), current: formatPercent(current) }),
    ),
  };
}

function formatGroup({ by, rows }: ExplanationGroup, unit: ChangeUnit): FormattedGroupRow[] {
  const { step, formatDifference, formatEnd } = formats[unit];
  const differences = roundPreservingSum(
    rows.map(({ difference }) => difference),
    step,
  );
  return rows.map(({ key, label, interval }, index) => ({
    key: key ?? 'others',
    label: key === null ? 'All others' : formatKey(by, label),
    value: formatDifference(differences[index] ?? 0),
    isZero: differences[index] === 0,
    interval: interval && `${formatEnd(interval.low)} to ${formatEnd(interval.high)}`,
  }));
}

function formatKey(by: ExplanationGroup['by'], label: string): string {
  switch (by) {
    case 'engine':
      return getEngineName(label);
    case 'country':
      return formatCountry(label);
    case 'topic':
      return label === '' ? 'No topic' : label;
    case 'prompt':
      return label;
  }
}

function describeCause(cause: ChangePart['cause'], explanation: ChangeExplanation): string[] {
  switch (cause) {
    case 'added':
      return [
        ...(explanation.addedPrompts > 0
          ? [messages.addedPrompts({ prompts: explanation.addedPrompts })]
          : []),
        ...formatEngineCountries(explanation.addedEngineCountries, messages.added),
      ];
    case 'removed':
      return [
        ...(explanation.removedPrompts > 0
          ? [messages.removedPrompts({ prompts: explanation.removedPrompts })]
          : []),
        ...formatEngineCountries(explanation.removedEngineCountries, messages.removed),
      ];
    case 'models':
      return explanation.models.map(({ engine, previous, current }) =>
        previous === current
          ? `${getEngineName(engine)}: other shares of its models.`
          : `${getEngineName(engine)}: ${previous ?? 'unknown'} to ${current ?? 'unknown'}.`,
      );
    case 'change':
    case 'answers':
      return [];
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
