import { defineTable, rowType } from '#lib/contract/tables/define-table';

export const providerKeysTable = defineTable({
  name: 'provider-keys',
  title: 'Your provider keys',
  description: 'The providers, and the last four characters of the organization’s own key for each.',
  row: rowType<{ title: string; lastFour: string | undefined }>(),
  columns: [
    { key: 'title', label: 'Provider', value: ({ title }) => title },
    { key: 'lastFour', label: 'Your key', nullLabel: 'None', value: ({ lastFour }) => lastFour },
  ],
});

export const providerChecksTable = defineTable({
  name: 'provider-checks',
  title: 'Provider checks',
  description: 'The last check of each provider that this instance has a key for.',
  row: rowType<{ title: string; engine: string; result: string }>(),
  columns: [
    { key: 'title', label: 'Provider', value: ({ title }) => title },
    { key: 'engine', label: 'Checked with', type: 'engine', value: ({ engine }) => engine },
    { key: 'result', label: 'Last check', isLong: true, value: ({ result }) => result },
  ],
});
