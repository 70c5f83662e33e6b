import { type Columns, defineTable, rowType, type Table } from '#lib/contract/tables/define-table';
import type { Rate, TrackedBrand } from '#lib/core/metric';

/** A rate of a day. The fields that tell several rates of a day apart, and the annotations, are only in files. */
interface DailyRate {
  day: string;
  /** Null or undefined without data. */
  rate?: Rate | null | undefined;
  period?: 'current' | 'previous';
  brand?: TrackedBrand;
  prompts?: 'treatment' | 'control';
  annotations?: string | undefined;
}

/** A table with one or more rates for each day. */
export type DailyRatesTable = Table<DailyRate>;

interface DailyRatesOptions extends Pick<DailyRatesTable, 'name' | 'title' | 'description'> {
  /** The column with the rate; on pages, each brand or group of prompts has one. */
  rate: { fileKey: string; label: string; of: string };
  /** The columns that tell several rates of a day apart, before the rate. */
  groups?: Columns<DailyRate>;
  /** Other columns, after the rate. */
  others?: Columns<DailyRate>;
}

function defineDailyRates({ rate, groups = [], others = [], ...table }: DailyRatesOptions): DailyRatesTable {
  const columns: Columns<DailyRate> = [
    { key: 'day', label: 'Day', type: 'day', value: ({ day }) => day },
    ...groups,
    { key: 'rate', ...rate, rate: (row) => row.rate },
    ...others,
    {
      key: 'annotations',
      label: 'Annotations',
      isLong: true,
      surfaces: ['file'],
      value: ({ annotations }) => annotations,
    },
  ];
  return defineTable({ ...table, row: rowType<DailyRate>(), columns });
}

const brandGroups: Columns<DailyRate> = [
  { key: 'period', label: 'Period', surfaces: ['file'], value: ({ period }) => period },
  { key: 'brand', label: 'Brand', surfaces: ['file'], value: ({ brand }) => brand?.name },
];

export const visibilityOverTimeTable = defineDailyRates({
  name: 'visibility-over-time',
  title: 'Visibility over time',
  description: 'Visibility by day and brand; the rows of the comparison period come last.',
  rate: { fileKey: 'visibility', label: 'Visibility', of: 'answers' },
  groups: brandGroups,
});

export const shareOfVoiceOverTimeTable = defineDailyRates({
  name: 'share-of-voice-over-time',
  title: 'Share of voice over time',
  description: 'Share of voice by day and brand; the rows of the comparison period come last.',
  rate: {
    fileKey: 'share_of_voice',
    label: 'Share of voice',
    of: 'brand mentions, one per brand and answer',
  },
  groups: brandGroups,
});

export const domainOverTimeTable = defineDailyRates({
  name: 'domain-over-time',
  title: 'Citation share over time',
  description: 'Citation share of a domain by day.',
  rate: { fileKey: 'citation_share', label: 'Citation share', of: 'citations' },
  others: [
    {
      key: 'citations',
      label: 'Citations that day',
      type: 'count',
      surfaces: ['page'],
      value: ({ rate }) => rate?.denominator ?? 0,
    },
  ],
});

export const experimentByDayTable = defineDailyRates({
  name: 'experiment-by-day',
  title: 'Visibility of both groups',
  description: 'Visibility of the treatment and control prompts of an experiment by day.',
  rate: { fileKey: 'visibility', label: 'Visibility', of: 'answers' },
  groups: [{ key: 'prompts', label: 'Prompts', surfaces: ['file'], value: ({ prompts }) => prompts }],
});
