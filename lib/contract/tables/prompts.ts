import { type BreakdownMetrics, breakdownColumns } from '#lib/contract/tables/breakdowns';
import { defineTable, rowType } from '#lib/contract/tables/define-table';

/** An active prompt with the metrics of the selected brand, which are missing without answers. */
export interface PromptRow extends Partial<BreakdownMetrics> {
  id: string;
  text: string;
  topic?: string;
  tags?: readonly string[];
  language?: string | null;
  isBranded?: boolean;
}

const metricColumns = breakdownColumns.map((column) => ({ ...column, surfaces: ['page', 'file'] as const }));

export const promptsTable = defineTable({
  name: 'prompts',
  title: 'Prompts',
  description: 'The active prompts, with the metrics of the selected brand.',
  row: rowType<PromptRow>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', surfaces: ['api', 'tool'], value: ({ id }) => id },
    { key: 'text', fileKey: 'prompt', label: 'Prompt', isLong: true, value: ({ text }) => text },
    {
      key: 'topic',
      label: 'Topic',
      description: 'Empty for none.',
      surfaces: ['file', 'api', 'tool'],
      value: ({ topic }) => topic,
    },
    {
      key: 'tags',
      label: 'Tags',
      type: 'list',
      surfaces: ['file', 'api', 'tool'],
      value: ({ tags }) => tags,
    },
    {
      key: 'language',
      label: 'Language',
      description: 'BCP 47. Empty if it is unknown.',
      surfaces: ['file', 'api', 'tool'],
      value: ({ language }) => language ?? '',
    },
    {
      key: 'isBranded',
      label: 'Branded',
      description: 'Contains the name of a tracked brand.',
      type: 'boolean',
      surfaces: ['api', 'tool'],
      value: ({ isBranded }) => isBranded,
    },
    ...metricColumns,
  ],
  order: { page: ['text', 'visibility', 'position', 'trackedPosition', 'answers'] },
});
