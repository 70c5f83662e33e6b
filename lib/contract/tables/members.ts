import { defineTable, rowType } from '#lib/contract/tables/define-table';
import type { Role } from '#lib/core/permissions';

interface MemberRow {
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  /** Number of valid API keys that the member created. */
  activeKeys: number;
}

export const membersTable = defineTable({
  name: 'members',
  title: 'Members',
  description: 'The members of the organization, in the order in which they joined.',
  row: rowType<MemberRow>(),
  columns: [
    { key: 'name', label: 'Name', value: ({ name }) => name },
    { key: 'email', label: 'Email', value: ({ email }) => email },
    { key: 'role', label: 'Role', value: ({ role }) => role },
    {
      key: 'joinedAt',
      label: 'Joined at',
      type: 'instant',
      surfaces: ['file'],
      value: ({ joinedAt }) => joinedAt.toISOString(),
    },
    {
      key: 'activeKeys',
      label: 'Active API keys',
      type: 'count',
      surfaces: ['file'],
      value: ({ activeKeys }) => activeKeys,
    },
  ],
});

interface AuditLogRow {
  occurredAt: Date;
  /** The name of the user or API key; null if it is unknown. */
  actor: string | null;
  actorKind: string;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  ipAddress: string | null;
  userAgent: string | null;
}

const toJson = (value: unknown) => (value ? JSON.stringify(value) : null);

export const auditLogTable = defineTable({
  name: 'audit-log',
  title: 'Audit log',
  description: 'The changes of the organization and its projects, newest first.',
  row: rowType<AuditLogRow>(),
  columns: [
    {
      key: 'time',
      label: 'Time',
      type: 'instant',
      value: ({ occurredAt }) => occurredAt.toISOString(),
    },
    { key: 'actor', label: 'Actor', value: ({ actor, actorKind }) => actor ?? actorKind },
    { key: 'action', label: 'Action', value: ({ action }) => action },
    { key: 'target', label: 'Target', surfaces: ['file'], value: ({ target }) => target },
    { key: 'before', label: 'Before', surfaces: ['file'], value: ({ before }) => toJson(before) },
    { key: 'after', label: 'After', surfaces: ['file'], value: ({ after }) => toJson(after) },
    { key: 'ipAddress', label: 'IP address', value: ({ ipAddress }) => ipAddress },
    { key: 'userAgent', label: 'Browser', surfaces: ['file'], value: ({ userAgent }) => userAgent },
  ],
});
