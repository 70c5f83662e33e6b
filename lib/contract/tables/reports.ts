import { defineTable, rowType } from '#lib/contract/tables/define-table';

export const reportsTable = defineTable({
  name: 'reports',
  title: 'Reports',
  description: 'The reports of a project.',
  row: rowType<{ name: string; filters: string; frozenAt: Date | null; updatedAt: Date }>(),
  columns: [
    { key: 'name', label: 'Report', value: ({ name }) => name },
    { key: 'filters', label: 'Filters', value: ({ filters }) => filters },
    {
      key: 'frozenAt',
      label: 'Data',
      description: 'Live reports show current data. Frozen reports keep the data from when they were frozen.',
      type: 'instant',
      nullLabel: 'Live',
      value: ({ frozenAt }) => frozenAt?.toISOString(),
    },
    {
      key: 'updatedAt',
      label: 'Last updated',
      type: 'instant',
      value: ({ updatedAt }) => updatedAt.toISOString(),
    },
  ],
});
