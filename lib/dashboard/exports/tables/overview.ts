import { getInterval } from '#lib/core/metric';
import {
  type BreakdownRow,
  getCountryBreakdown,
  getEngineBreakdown,
  getEngineCountryVisibility,
} from '#lib/dashboard/analytics/overview/breakdown';
import { getHeadline } from '#lib/dashboard/analytics/overview/headline';
import {
  getShareOfVoiceOverTime,
  getVisibilityOverTime,
  type TimeSeries,
} from '#lib/dashboard/analytics/segments/time-series';
import { annotationLabel, listAnnotationsByDay } from '#lib/dashboard/exports/annotation-column';
import { type ExportedRow, type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import {
  changeLabels,
  changeValues,
  meanLabels,
  meanValues,
  rateLabels,
  rateValues,
  roundValue,
} from '#lib/dashboard/exports/metric-columns';

/** Labels of the columns of a breakdown. */
export const breakdownLabels = {
  answers: 'Answers',
  ...rateLabels('visibility', 'Visibility'),
  ...changeLabels('visibility', 'Visibility'),
  ...rateLabels('share_of_voice', 'Share of voice'),
  ...meanLabels('position', 'Position'),
  ...rateLabels('citation_rate', 'Citation rate'),
  ...rateLabels('trigger_rate', 'Trigger rate'),
};

/** Values of a breakdown row, by the keys of `breakdownLabels`. */
export function breakdownValues(slice: BreakdownRow): ExportedRow {
  return {
    answers: slice.answers,
    ...rateValues('visibility', slice.visibility),
    ...changeValues('visibility', slice.visibility.change),
    ...rateValues('share_of_voice', slice.shareOfVoice),
    ...meanValues('position', slice.position),
    ...rateValues('citation_rate', slice.citationRate),
    ...rateValues('trigger_rate', slice.triggerRate),
  };
}

/** Metrics of the selected brand by engine. */
export const byEngineTable: ExportedTable = {
  columns: toColumns({ engine: 'Engine', ...breakdownLabels }),
  rows: async (context, filters) =>
    (await getEngineBreakdown(context, filters)).map((slice) => ({
      engine: slice.engine,
      ...breakdownValues(slice),
    })),
};

/** Metrics of the selected brand by country. */
export const byCountryTable: ExportedTable = {
  columns: toColumns({ country: 'Country', ...breakdownLabels }),
  rows: async (context, filters) =>
    (await getCountryBreakdown(context, filters)).map((slice) => ({
      country: slice.country,
      ...breakdownValues(slice),
    })),
};

/** The headline metrics, one in each row. */
export const headlineTable: ExportedTable = {
  columns: toColumns({
    figure: 'Figure',
    brand: 'Brand',
    value: 'Value',
    low: '95% interval from',
    high: '95% interval to',
    numerator: 'Counted',
    denominator: 'Of',
    grade: 'Grade',
    ...changeLabels('value', 'Value'),
  }),
  async rows(context, filters) {
    const facts = await getHeadline(context, filters);
    const { position, sentiment, brand } = facts;
    const rates = {
      Visibility: facts.visibility,
      'Share of voice': facts.shareOfVoice,
      'First-place rate': facts.firstPlace,
      'Citation rate': facts.citationRate,
      'Citation share': facts.citationShare,
    };
    return [
      ...Object.entries(rates).map(([figure, rate]) => ({
        figure,
        brand: brand.name,
        value: roundValue(rate.value),
        low: roundValue(getInterval(rate)?.low),
        high: roundValue(getInterval(rate)?.high),
        numerator: rate.numerator,
        denominator: rate.denominator,
        grade: rate.grade,
        ...changeValues('value', rate.change),
      })),
      {
        figure: 'Position',
        brand: brand.name,
        value: roundValue(position.mean),
        low: roundValue(position.clusteredInterval?.low),
        high: roundValue(position.clusteredInterval?.high),
        numerator: null,
        denominator: position.answers,
        grade: position.grade,
        ...changeValues('value', position.change),
      },
      {
        figure: 'Sentiment',
        brand: brand.name,
        value: roundValue(sentiment.value),
        low: roundValue(sentiment.clusteredInterval?.low),
        high: roundValue(sentiment.clusteredInterval?.high),
        numerator: sentiment.positive - sentiment.negative,
        denominator: sentiment.positive + sentiment.neutral + sentiment.negative,
        grade: sentiment.grade,
        ...changeValues('value', sentiment.change),
      },
    ];
  },
};

/** Defines a table of rates by day and brand; the previous period follows the current one. */
function overTimeTable(
  key: string,
  label: string,
  ask: (...question: Parameters<typeof getVisibilityOverTime>) => Promise<TimeSeries>,
): ExportedTable {
  return {
    columns: toColumns({
      day: 'Day',
      period: 'Period',
      brand: 'Brand',
      ...rateLabels(key, label),
      ...annotationLabel,
    }),
    async rows(context, filters) {
      const [{ days, previousDays, series }, happened] = await Promise.all([
        ask(context, filters),
        listAnnotationsByDay(context, filters),
      ]);
      const rows: ExportedRow[] = [];
      for (const { brand, points } of series) {
        for (const [index, day] of days.entries()) {
          rows.push({
            day,
            period: 'shown',
            brand: brand.name,
            ...rateValues(key, points[index] ?? null),
            happened: happened.get(day) ?? null,
          });
        }
      }
      for (const { brand, previous } of series) {
        for (const [index, day] of (previous ? (previousDays ?? []) : []).entries()) {
          rows.push({
            day,
            period: 'compared with',
            brand: brand.name,
            ...rateValues(key, previous?.[index] ?? null),
          });
        }
      }
      return rows;
    },
  };
}

export const visibilityOverTimeTable = overTimeTable('visibility', 'Visibility', getVisibilityOverTime);

export const shareOfVoiceOverTimeTable = overTimeTable(
  'share_of_voice',
  'Share of voice',
  getShareOfVoiceOverTime,
);

/** Visibility of the selected brand by engine and country. */
export const byEngineAndCountryTable: ExportedTable = {
  columns: toColumns({
    engine: 'Engine',
    country: 'Country',
    ...rateLabels('visibility', 'Visibility'),
    ...changeLabels('visibility', 'Visibility'),
  }),
  rows: async (context, filters) =>
    (await getEngineCountryVisibility(context, filters)).map(({ engine, country, visibility }) => ({
      engine,
      country,
      ...rateValues('visibility', visibility),
      ...changeValues('visibility', visibility.change),
    })),
};
