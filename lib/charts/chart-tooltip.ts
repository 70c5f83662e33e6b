import { type ChartSpec, formatChartValue } from '#lib/charts/chart-spec';
import { formatPositionCategory } from '#lib/charts/series-charts';
import { formatDate, formatShortDate } from '#lib/core/dates';
import { formatFacts } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatInterval, formatPercent, formatPlural, noValue } from '#lib/core/numbers';

export interface TooltipRow {
  id: string;
  name: string;
  color: string;
  /** "38%". */
  value: string;
  /** The 95% interval, and the number of answers if it differs between series. */
  detail?: string;
}

export interface ChartTooltip {
  heading: string;
  rows: TooltipRow[];
  footer: string;
}

const messages = defineMessages({
  withAnswers: '{interval}, {answers, plural, one {# answer} other {# answers}}',
  credits:
    '{credits, plural, =0 {No credits charged on this day} one {# credit in total} other {# credits in total}}',
  mentions: 'of {mentions, plural, one {# mention} other {# mentions}}',
  previousDay: '{value} on {day}',
});

/** Builds the tooltip of one category: each series' value and interval, and the count behind them, such as the answers. */
export function buildTooltip(spec: ChartSpec, index: number): ChartTooltip | null {
  const category = spec.categories[index];
  if (category === undefined) return null;
  const isCredits = spec.unit === 'credits';
  const { countNoun = 'answer' } = spec;
  const entries = spec.series.flatMap(({ id, name, color, values, intervals, counts }) => {
    const value = values[index] ?? null;
    const count = counts[index] ?? 0;
    if (value === null) return [];
    const [low, high] = intervals?.[index] ?? [null, null];
    const row = { id, name, color, value: formatChartValue(spec, value) };
    return [{ value, count, row, interval: formatInterval({ low, high }) }];
  });
  switch (spec.kind) {
    case 'lines':
      return {
        heading: formatDate(category),
        rows: entries
          .toSorted((a, b) => b.value - a.value)
          .map(({ row, interval }) => (interval === noValue ? row : { ...row, detail: interval })),
        footer: formatFacts([
          entries[0] ? formatPlural(entries[0].count, countNoun) : `No ${countNoun}s on this day`,
          formatPreviousDay(spec, index),
        ]),
      };
    case 'stacked bars':
      return {
        heading: formatDate(category),
        rows: entries.map(({ row }) => row).toReversed(),
        footer: formatStackFooter(isCredits, entries[0]?.count),
      };
    case 'position bars':
      return {
        heading: `Ranked ${formatPositionCategory(category)}`,
        rows: entries.map(({ row, interval, count }) => ({
          ...row,
          detail: messages.withAnswers({ interval, answers: count }),
        })),
        footer: 'of the answers that mention the brand',
      };
  }
}

function formatStackFooter(isCredits: boolean, total: number | undefined): string {
  if (isCredits) return messages.credits({ credits: total ?? 0 });
  return total === undefined ? 'No mentions on this day' : messages.mentions({ mentions: total });
}

function formatPreviousDay({ series, previousDays }: ChartSpec, index: number): string {
  const value = series.find(({ previous }) => previous)?.previous?.[index] ?? null;
  const day = previousDays?.[index];
  return value !== null && day
    ? messages.previousDay({ value: formatPercent(value), day: formatShortDate(day) })
    : '';
}
