import { defineTable, rowType } from '#lib/contract/tables/define-table';

export const sessionsTable = defineTable({
  name: 'sessions',
  title: 'Sessions',
  description: 'The browsers in which the user is signed in.',
  row: rowType<{ browser: string; ipAddress: string | null; createdAt: Date; lastSeenAt: Date }>(),
  columns: [
    { key: 'browser', label: 'Browser', value: ({ browser }) => browser },
    { key: 'ipAddress', label: 'IP address', value: ({ ipAddress }) => ipAddress },
    {
      key: 'createdAt',
      label: 'Signed in',
      type: 'instant',
      value: ({ createdAt }) => createdAt.toISOString(),
    },
    {
      key: 'lastSeenAt',
      label: 'Last used',
      type: 'instant',
      value: ({ lastSeenAt }) => lastSeenAt.toISOString(),
    },
  ],
});

export const passkeysTable = defineTable({
  name: 'passkeys',
  title: 'Passkeys',
  description: 'The passkeys of the user.',
  row: rowType<{ name: string; createdAt: Date; lastUsedAt: Date | null }>(),
  columns: [
    {
      key: 'name',
      label: 'Name',
      description: 'A passkey marked “Synced” also works on your other devices.',
      value: ({ name }) => name,
    },
    {
      key: 'createdAt',
      label: 'Created',
      type: 'instant',
      value: ({ createdAt }) => createdAt.toISOString(),
    },
    {
      key: 'lastUsedAt',
      label: 'Last used',
      type: 'instant',
      nullLabel: 'Never',
      value: ({ lastUsedAt }) => lastUsedAt?.toISOString(),
    },
  ],
});

export const linkedAccountsTable = defineTable({
  name: 'linked-accounts',
  title: 'Linked accounts',
  description: 'The accounts at identity providers with which the user can sign in.',
  row: rowType<{ provider: string; email: string | null; createdAt: Date }>(),
  columns: [
    { key: 'provider', label: 'Identity provider', value: ({ provider }) => provider },
    { key: 'email', label: 'Email', value: ({ email }) => email },
    { key: 'createdAt', label: 'Linked', type: 'instant', value: ({ createdAt }) => createdAt.toISOString() },
  ],
});
