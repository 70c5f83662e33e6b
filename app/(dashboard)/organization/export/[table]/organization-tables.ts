import { listMembers } from '#lib/service/members/members';
import { listAuditActors, listAuditLog, parseAuditFilters } from '#lib/service/organizations/audit-log';
import {
  defineOrganizationTable,
  describeToday,
  labelChoice,
  type OrganizationTable,
  pageSize,
  readAll,
  toIso,
} from './define-organization-table';
import { developerTables } from './developer-tables';

const toText = (value: unknown) => (value ? JSON.stringify(value) : null);

/** All tables of the pages about an organization, by their name in the URL. */
export const organizationTables: ReadonlyMap<string, OrganizationTable> = new Map(
  Object.entries({
    'audit-log': defineOrganizationTable({
      permission: 'audit.read',
      async describe(context, parameters) {
        const { action, actor } = parseAuditFilters(parameters);
        const name = actor === undefined ? '' : labelChoice(actor, await listAuditActors(context));
        return describeToday(context, [action ?? '', name]);
      },
      rows: (context, filters) =>
        readAll(async (before) => {
          const { entries, next } = await listAuditLog(context, { ...filters, before }, pageSize);
          return { rows: entries, next };
        }),
      columns: [
        { key: 'time', label: 'Time', format: 'instant', value: ({ occurredAt }) => toIso(occurredAt) },
        { key: 'actor', label: 'Actor', value: ({ actor, actorKind }) => actor ?? actorKind },
        { key: 'action', label: 'Action', value: ({ action }) => action },
        { key: 'target', label: 'Target', value: ({ target }) => target },
        { key: 'before', label: 'Before', value: ({ before }) => toText(before) },
        { key: 'after', label: 'After', value: ({ after }) => toText(after) },
        { key: 'ip_address', label: 'IP address', value: ({ ipAddress }) => ipAddress },
        { key: 'user_agent', label: 'Browser', value: ({ userAgent }) => userAgent },
      ],
    }),
    ...developerTables,
    members: defineOrganizationTable({
      permission: 'members.read',
      rows: listMembers,
      columns: [
        { key: 'name', label: 'Name', value: ({ name }) => name },
        { key: 'email', label: 'Email', value: ({ email }) => email },
        { key: 'role', label: 'Role', value: ({ role }) => role },
        { key: 'joined_at', label: 'Joined at', format: 'instant', value: (row) => toIso(row.joinedAt) },
        { key: 'active_keys', label: 'Active API keys', value: ({ activeKeys }) => activeKeys },
      ],
    }),
  }),
);
