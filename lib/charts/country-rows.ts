import { type ChangeWords, changeWords } from '#lib/charts/change-words';
import { formatCount, formatInterval, formatPercent, formatPosition } from '#lib/charts/formats';
import { countryName } from '#lib/charts/names';
import { type Figure, intervalOf, type MeanFigure } from '#lib/core/figure';
import type { Interval } from '#lib/core/rate';

export interface CountryInput {
  country: string;
  answers: number;
  visibility: Figure;
  shareOfVoice: Figure;
  position: MeanFigure;
}

/** A row of the table of countries, formatted. */
export interface CountryRow {
  country: string;
  name: string;
  visibility: string;
  interval: string;
  /** For the bar behind the share, from 0 to 1 of the most visible country's upper end. */
  bar: number;
  range: Interval | null;
  change: ChangeWords | null;
  shareOfVoice: string;
  position: string;
  answers: string;
}

/** Countries by visibility, highest first, those without answers last. */
export function countryRows(slices: readonly CountryInput[]): CountryRow[] {
  const largest = Math.max(...slices.map(({ visibility }) => intervalOf(visibility)?.high ?? 0), 0);
  return [...slices]
    .sort((a, b) => (b.visibility.value ?? -1) - (a.visibility.value ?? -1) || b.answers - a.answers)
    .map(({ country, answers, visibility, shareOfVoice, position }) => ({
      country,
      name: countryName(country),
      visibility: formatPercent(visibility.value),
      interval: formatInterval(intervalOf(visibility)),
      bar: largest === 0 ? 0 : (visibility.value ?? 0) / largest,
      range: intervalOf(visibility),
      change: changeWords(visibility.change),
      shareOfVoice: formatPercent(shareOfVoice.value),
      position: formatPosition(position.mean),
      answers: formatCount(answers),
    }));
}
