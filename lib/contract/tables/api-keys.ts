import { defineTable, rowType } from '#lib/contract/tables/define-table';

interface ApiKeyRow {
  name: string;
  prefix: string;
  lastFour: string;
  /** Null for all. */
  scopes: readonly string[] | null;
  /** Empty for all. */
  allowedIps: readonly string[];
  createdAt: Date;
  /** The name of the creator; null if it is unknown. */
  creator: string | null;
  lastUsedAt: Date | null;
  /** In the last 24 hours. */
  recentRequests: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** On pages: whether it is active now. */
  status?: string;
}

export const apiKeysTable = defineTable({
  name: 'api-keys',
  title: 'API keys',
  description: 'The API keys, including revoked ones, newest first.',
  row: rowType<ApiKeyRow>(),
  columns: [
    { key: 'name', label: 'Name', value: ({ name }) => name },
    { key: 'prefix', label: 'Key', value: ({ prefix, lastFour }) => `${prefix}…${lastFour}` },
    { key: 'scopes', label: 'Scopes', type: 'list', value: ({ scopes }) => scopes },
    {
      key: 'allowedIps',
      label: 'Allowed IP addresses',
      type: 'list',
      surfaces: ['file'],
      value: ({ allowedIps }) => allowedIps,
    },
    {
      key: 'createdAt',
      label: 'Created',
      type: 'instant',
      value: ({ createdAt }) => createdAt.toISOString(),
    },
    { key: 'createdBy', label: 'Created by', value: ({ creator }) => creator },
    {
      key: 'lastUsedAt',
      label: 'Last used',
      type: 'instant',
      value: ({ lastUsedAt }) => lastUsedAt?.toISOString(),
    },
    {
      key: 'requests',
      label: 'Requests',
      fileLabel: 'Requests in 24 hours',
      description: 'In the last 24 hours',
      type: 'count',
      value: ({ recentRequests }) => recentRequests,
    },
    {
      key: 'expiresAt',
      label: 'Expires at',
      type: 'instant',
      surfaces: ['file'],
      value: ({ expiresAt }) => expiresAt?.toISOString(),
    },
    {
      key: 'revokedAt',
      label: 'Revoked at',
      type: 'instant',
      surfaces: ['file'],
      value: ({ revokedAt }) => revokedAt?.toISOString(),
    },
    { key: 'status', label: 'Status', surfaces: ['page'], value: ({ status }) => status },
  ],
});
