import { type Columns, defineTable, rowType } from '#lib/contract/tables/define-table';
import { countryColumn, engineColumn, trackedPositionColumn } from '#lib/contract/tables/shared-columns';
import type { MeanMetric, Metric, Rate } from '#lib/core/metric';

/** The metrics of the selected brand over some of the answers. */
export interface BreakdownMetrics {
  answers: number;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  trackedPosition?: MeanMetric;
  citationRate: Metric;
  triggerRate: Rate;
}

/** The columns of every breakdown. Cells are empty for what has no observations in the period. */
export const breakdownColumns = [
  { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
  {
    key: 'visibility',
    label: 'Visibility',
    description: 'Answers that mention the brand ÷ answers.',
    of: 'answers',
    hasChangeInFiles: true,
    metric: ({ visibility }) => visibility,
  },
  {
    key: 'shareOfVoice',
    label: 'Share of voice',
    description:
      'Answers that mention the brand ÷ the sum, over all tracked brands, of the answers that mention each.',
    of: 'brand mentions, one per brand and answer',
    metric: ({ shareOfVoice }) => shareOfVoice,
  },
  {
    key: 'position',
    label: 'Position',
    description: 'Mean rank in the answers that mention the brand.',
    mean: ({ position }) => position,
  },
  {
    key: 'citationRate',
    label: 'Citation rate',
    description: 'Answers that cite a URL of the brand ÷ answers with reported citations.',
    of: 'answers',
    metric: ({ citationRate }) => citationRate,
  },
  {
    key: 'triggerRate',
    label: 'Trigger rate',
    description: 'Times the engine showed an answer ÷ times it responded.',
    of: 'responses',
    surfaces: ['page', 'file', 'api'],
    rate: ({ triggerRate }) => triggerRate,
  },
  { ...trackedPositionColumn, mean: ({ trackedPosition }) => trackedPosition },
] as const satisfies Columns<Partial<BreakdownMetrics>>;

/** The rows of `/v1/metrics/breakdown`. */
export const breakdownTable = defineTable({
  name: 'breakdown',
  title: 'Breakdown',
  description: 'The metrics of the selected brand by a dimension, most answers first.',
  row: rowType<
    BreakdownMetrics & {
      key: string;
      label: string;
      previousModel?: string | null;
      currentModel?: string | null;
    }
  >(),
  columns: [
    {
      key: 'key',
      label: 'Key',
      description: 'Engine, country, prompt ID, topic or tag.',
      value: ({ key }) => key,
    },
    { key: 'label', label: 'Name', value: ({ label }) => label },
    ...breakdownColumns,
    {
      key: 'previousModel',
      label: 'Previous model',
      description: 'With `by=engine`, if the engine reports one.',
      isNullable: true,
      surfaces: ['api'],
      value: ({ previousModel }) => previousModel,
    },
    {
      key: 'currentModel',
      label: 'Current model',
      description: 'With `by=engine`, if the engine reports one.',
      isNullable: true,
      surfaces: ['api'],
      value: ({ currentModel }) => currentModel,
    },
  ],
  order: { api: ['key', 'label', 'answers', 'triggerRate'] },
});

export const byEngineTable = defineTable({
  name: 'by-engine',
  title: 'By engine',
  description: 'The metrics of the selected brand by engine.',
  row: rowType<BreakdownMetrics & { engine: string }>(),
  columns: [engineColumn, ...breakdownColumns],
  order: { page: ['engine', 'visibility', 'answers', 'triggerRate'] },
});

export const byCountryTable = defineTable({
  name: 'by-country',
  title: 'By country',
  description: 'The metrics of the selected brand by country.',
  row: rowType<BreakdownMetrics & { country: string }>(),
  columns: [countryColumn, ...breakdownColumns],
  order: { page: ['country', 'visibility', 'answers', 'triggerRate'] },
});

export const byEngineAndCountryTable = defineTable({
  name: 'by-engine-and-country',
  title: 'Visibility by engine and country',
  description: 'Visibility of the selected brand by engine and country.',
  row: rowType<{ engine: string; country: string; visibility: Metric }>(),
  columns: [
    engineColumn,
    countryColumn,
    {
      key: 'visibility',
      label: 'Visibility',
      of: 'answers',
      hasChangeInFiles: true,
      metric: ({ visibility }) => visibility,
    },
    {
      key: 'answers',
      label: 'Answers',
      type: 'count',
      surfaces: ['page'],
      value: ({ visibility }) => visibility.denominator,
    },
  ],
});
