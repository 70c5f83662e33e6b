import { findShareStep, type ShareStep } from '#lib/charts/chart-spec';
import { defineMessages } from '#lib/core/messages';
import { getInterval, type Metric } from '#lib/core/metric';
import { formatCompact, formatInterval, formatPercent } from '#lib/core/numbers';
import type { EngineCountryVisibility } from '#lib/dashboard/analytics/overview/breakdown';

const messages = defineMessages({
  note: '95% interval {interval}%, {answers, plural, one {# answer} other {# answers}}',
});

/** One engine in one country. */
export interface HeatMapCell {
  engine: string;
  country: string;
  /** The color range of its visibility; null without answers. */
  step: ShareStep | null;
  /** "38%". */
  value: string;
  /** "120", the number of answers. */
  count: string;
  /** "95% interval 35 to 41%, 120 answers". */
  note: string;
  /** Whether there are too few answers for a precise value. */
  hasFewAnswers: boolean;
}

export interface HeatMap {
  /** The countries shown, highest visibility first. */
  countries: string[];
  /** All countries, shown or not. */
  countryCount: number;
  /** Highest visibility first, each with its cells in the order of `countries`. */
  engines: { engine: string; cells: HeatMapCell[] }[];
  steps: ShareStep[];
}

const minAnswers = 20;

/** Builds a heat map of the countries with the most answers, colored by the ranges in `steps`. */
export function buildHeatMap(
  visibilities: readonly EngineCountryVisibility[],
  steps: ShareStep[],
  maxCountries = 12,
): HeatMap {
  const byCountry = Map.groupBy(visibilities, ({ country }) => country);
  const shown = [...byCountry]
    .sort(([, a], [, b]) => sumCounts(b, 'denominator') - sumCounts(a, 'denominator'))
    .slice(0, maxCountries);
  const countries = sortByRate(shown);
  const shownVisibilities = shown.flatMap(([, group]) => group);
  const byEngine = Map.groupBy(shownVisibilities, ({ engine }) => engine);
  return {
    countries,
    countryCount: byCountry.size,
    engines: sortByRate([...byEngine]).map((engine) => ({
      engine,
      cells: countries.map((country) => {
        const visibility = byEngine.get(engine)?.find((row) => row.country === country)?.visibility;
        return { engine, country, ...describeCell(visibility, steps) };
      }),
    })),
    steps,
  };
}

function describeCell(visibility: Metric | undefined, steps: readonly ShareStep[]) {
  if (!visibility || visibility.value === null) {
    const note = visibility ? 'No answers yet' : 'Not run';
    return { step: null, value: formatPercent(null), count: '', note, hasFewAnswers: false };
  }
  const { value, denominator } = visibility;
  return {
    step: findShareStep(steps, value),
    value: formatPercent(value),
    count: formatCompact(denominator),
    note: messages.note({ interval: formatInterval(getInterval(visibility)), answers: denominator }),
    hasFewAnswers: denominator < minAnswers,
  };
}

type Group = readonly [key: string, visibilities: readonly EngineCountryVisibility[]];

function sumCounts(visibilities: Group[1], count: 'numerator' | 'denominator'): number {
  return visibilities.reduce((sum, { visibility }) => sum + visibility[count], 0);
}

/** Returns the keys of groups by their pooled rate, highest first; groups without answers come last. */
function sortByRate(groups: readonly Group[]): string[] {
  return groups
    .map(([key, visibilities]) => {
      const answers = sumCounts(visibilities, 'denominator');
      return { key, rate: answers === 0 ? -1 : sumCounts(visibilities, 'numerator') / answers };
    })
    .sort((a, b) => b.rate - a.rate)
    .map(({ key }) => key);
}
