import { defineTable, rowType } from '#lib/contract/tables/define-table';
import type { Interval, Rate } from '#lib/core/metric';

interface RateChange {
  before: Rate;
  after: Rate;
}

export const experimentsTable = defineTable({
  name: 'experiments',
  title: 'Experiments',
  description: 'The effects of experiments on visibility and citation rate, latest change first.',
  /** Pages list the effect on visibility, also of experiments without a result: `effect` is missing there. */
  row: rowType<{
    name: string;
    description: string;
    changedOn: string;
    promptIds: readonly string[];
    metric?: string;
    effect?:
      | {
          treatment: RateChange;
          control: RateChange;
          difference: number | null;
          interval: Interval | null;
          verdict: 'up' | 'down' | 'no clear change' | 'too early' | 'not comparable';
          method: 'random' | 'chosen' | 'topics' | null;
          refusal: { reason: string } | null;
          leftOut: number;
        }
      | undefined;
  }>(),
  columns: [
    { key: 'name', label: 'Experiment', value: ({ name }) => name },
    {
      key: 'description',
      label: 'What changes',
      isLong: true,
      surfaces: ['file'],
      value: ({ description }) => description,
    },
    {
      key: 'changedOn',
      label: 'Changed on',
      fileLabel: 'Date of the change',
      type: 'day',
      value: ({ changedOn }) => changedOn,
    },
    {
      key: 'prompts',
      label: 'Prompts',
      description: 'Prompts that the change should affect',
      type: 'count',
      surfaces: ['page'],
      value: ({ promptIds }) => promptIds.length,
    },
    { key: 'metric', label: 'Metric', surfaces: ['file'], value: ({ metric }) => metric },
    {
      key: 'treatedBefore',
      label: 'Treatment before',
      of: 'answers',
      surfaces: ['file'],
      rate: ({ effect }) => effect?.treatment.before,
    },
    {
      key: 'treatedAfter',
      label: 'Treatment after',
      of: 'answers',
      surfaces: ['file'],
      rate: ({ effect }) => effect?.treatment.after,
    },
    {
      key: 'controlBefore',
      label: 'Control before',
      of: 'answers',
      surfaces: ['file'],
      rate: ({ effect }) => effect?.control.before,
    },
    {
      key: 'controlAfter',
      label: 'Control after',
      of: 'answers',
      surfaces: ['file'],
      rate: ({ effect }) => effect?.control.after,
    },
    {
      key: 'difference',
      label: 'Effect on visibility',
      fileLabel: 'Effect (difference in differences)',
      type: 'percent',
      value: ({ effect }) => effect?.difference,
    },
    {
      key: 'differenceLow',
      label: 'Effect (difference in differences), 95% interval low',
      type: 'percent',
      surfaces: ['file'],
      value: ({ effect }) => effect?.interval?.low,
    },
    {
      key: 'differenceHigh',
      label: 'Effect (difference in differences), 95% interval high',
      type: 'percent',
      surfaces: ['file'],
      value: ({ effect }) => effect?.interval?.high,
    },
    { key: 'verdict', label: 'Verdict', value: ({ effect }) => effect?.verdict },
    {
      key: 'method',
      label: 'Method',
      description:
        'random: the prompts were drawn at random; chosen: they are compared with the most similar other prompts; topics: whole topics are compared with other topics.',
      surfaces: ['file'],
      value: ({ effect }) => effect?.method,
    },
    {
      key: 'reason',
      label: 'Reason without a verdict',
      surfaces: ['file'],
      value: ({ effect }) => effect?.refusal?.reason,
    },
    {
      key: 'leftOut',
      label: 'Treatment prompts left out',
      description: 'Treatment prompts whose whole topic was chosen.',
      type: 'count',
      surfaces: ['file'],
      value: ({ effect }) => effect?.leftOut,
    },
  ],
});
