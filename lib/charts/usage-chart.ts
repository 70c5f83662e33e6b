import { buildCountAxis, type ChartSpec, getBrandColor } from '#lib/charts/chart-spec';
import { defineMessages } from '#lib/core/messages';

/** The credits of an engine, API key or project, per day. */
export interface UsageSeries {
  id: string;
  name: string;
  credits: readonly number[];
}

/** Maximum number of series: one for each of the colors `--brand-1` to `--brand-8`. */
const maxSeries = 8;

/**
 * Builds a stacked chart of daily credits. If there are more than `maxSeries` groups, the smallest are shown as one.
 * @param groups largest first
 */
export function buildUsageChart(
  label: string,
  days: readonly string[],
  groups: readonly UsageSeries[],
): ChartSpec {
  const shown = groups.length > maxSeries ? mergeSmallest(groups) : groups;
  const totals = days.map((_, index) => shown.reduce((sum, { credits }) => sum + (credits[index] ?? 0), 0));
  return {
    kind: 'stacked bars',
    unit: 'credits',
    label,
    height: 264,
    categories: days,
    previousDays: null,
    axis: buildCountAxis(Math.max(0, ...totals)),
    labelCount: { wide: 7, narrow: 4 },
    hasEndLabels: false,
    series: shown.map(({ id, name, credits }, index) => ({
      id,
      name,
      color: getBrandColor(index + 1),
      isOwn: false,
      values: credits,
      intervals: null,
      hasBand: false,
      previous: null,
      counts: totals,
    })),
  };
}

const messages = defineMessages({
  others: '{others, plural, one {# other} other {# others}}',
});

/** @param groups largest first */
function mergeSmallest(groups: readonly UsageSeries[]): UsageSeries[] {
  const others = groups.slice(maxSeries - 1);
  const credits = (others[0]?.credits ?? []).map((_, index) =>
    others.reduce((sum, group) => sum + (group.credits[index] ?? 0), 0),
  );
  return [
    ...groups.slice(0, maxSeries - 1),
    { id: 'others', name: messages.others({ others: others.length }), credits },
  ];
}
