import { defineTable, rowType } from '#lib/contract/tables/define-table';

export const alertsTable = defineTable({
  name: 'alerts',
  title: 'Alerts',
  description: 'The alerts of a project.',
  row: rowType<{ title: string; state: string; stateSince: Date }>(),
  columns: [
    { key: 'title', label: 'Alert', isLong: true, value: ({ title }) => title },
    { key: 'state', label: 'State', value: ({ state }) => state },
    {
      key: 'stateSince',
      label: 'Since',
      type: 'instant',
      value: ({ stateSince }) => stateSince.toISOString(),
    },
  ],
});
