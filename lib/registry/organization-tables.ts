import { apiKeysTable } from '#lib/contract/tables/api-keys';
import type { Table } from '#lib/contract/tables/define-table';
import { enginesTable } from '#lib/contract/tables/engines';
import { auditLogTable, membersTable } from '#lib/contract/tables/members';
import { creditsByDayTable, ledgerTable, requestsTable } from '#lib/contract/tables/usage';
import { deliveriesTable, endpointsTable } from '#lib/contract/tables/webhooks';
import { notFound } from '#lib/core/errors';
import { formatFileTime } from '#lib/core/file-name';
import { type Permission, requirePermission } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import {
  defineDescribedRows,
  type ExportedTable,
  type RowDescription,
  type RowSource,
} from '#lib/dashboard/exports/exported-table';
import { type ExportedFile, writeTable } from '#lib/dashboard/exports/write-file';
import type { Context } from '#lib/db/context';
import { loadUsage } from '#lib/registry/load-usage';
import { listApiKeys } from '#lib/service/api-keys/api-keys';
import { openService } from '#lib/service/instance/service';
import { listMembers } from '#lib/service/members/members';
import { listAuditActors, listAuditLog, parseAuditFilters } from '#lib/service/organizations/audit-log';
import { getOrganization } from '#lib/service/organizations/organizations';
import { listEngineStatuses } from '#lib/service/provider-stats/engine-status';
import { listRequestKeys, listRequests, parseRequestFilters } from '#lib/service/request-log/list-requests';
import { listLedger } from '#lib/service/usage/list-ledger';
import { readUsageFilters } from '#lib/service/usage/usage-filters';
import { listEndpoints } from '#lib/service/webhooks/endpoints';
import { listDeliveries, parseDeliveryFilters } from '#lib/service/webhooks/list-deliveries';

/** The input of a table of the organization: the parameters of the URL; invalid filters are ignored, as on the page. */
type OrganizationInput = [context: Context, parameters: Record<string, string>];

interface OrganizationTable extends ExportedTable<OrganizationInput> {
  permission: Permission;
}

interface OrganizationSource<Row> {
  rows: RowSource<Row, OrganizationInput>['rows'];
  /** By default, the current day, because the rows cover everything up to now. */
  describeRows?: RowSource<Row, OrganizationInput>['describeRows'];
}

function defineOrganizationRows<Row>(
  table: Table<Row>,
  permission: Permission,
  { rows, describeRows = describeToday }: OrganizationSource<Row>,
): OrganizationTable {
  return { permission, ...defineDescribedRows(table, { rows, describeRows }) };
}

function describeToday({ clock }: Context): RowDescription {
  const today = toUtcDay(clock.now());
  return { period: { from: today, to: today }, labels: [] };
}

/** Labels the chosen filter value by its name, or by the start of its ID if it is not one of the options. */
function labelChoice(id: string, options: readonly { id: string; name: string }[]): string {
  return options.find((option) => option.id === id)?.name ?? id.slice(0, 8);
}

/** Number of rows that are read at a time. */
const pageSize = 1_000;

/** Yields all rows of a list that is read in parts. A part is read once the rows before it have been sent. */
async function* readAll<Row>(
  readPage: (before: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let before: string | undefined; ; ) {
    const { rows, next } = await readPage(before);
    yield* rows;
    if (next === null) return;
    before = next;
  }
}

const tables: readonly OrganizationTable[] = [
  defineOrganizationRows(membersTable, 'members.read', { rows: listMembers }),
  defineOrganizationRows(auditLogTable, 'audit.read', {
    rows: (context, filters) =>
      readAll(async (before) => {
        const { entries, next } = await listAuditLog(context, { ...filters, before }, pageSize);
        return { rows: entries, next };
      }),
    async describeRows(context, parameters) {
      const { action, actor } = parseAuditFilters(parameters);
      const name = actor === undefined ? '' : labelChoice(actor, await listAuditActors(context));
      return { ...describeToday(context), labels: [action ?? '', name] };
    },
  }),
  defineOrganizationRows(apiKeysTable, 'keys.read', { rows: listApiKeys }),
  defineOrganizationRows(requestsTable, 'requests.read', {
    rows: (context, parameters) =>
      readAll(async (before) => {
        const filters = { ...parseRequestFilters(parameters), before };
        const { entries, next } = await listRequests(context, filters, pageSize);
        return { rows: entries, next };
      }),
    async describeRows(context, parameters) {
      const { key, status, endpoint, period } = parseRequestFilters(parameters);
      const keyName = key === undefined ? '' : labelChoice(key, await listRequestKeys(context));
      return { ...describeToday(context), labels: [`last ${period}`, keyName, status ?? '', endpoint ?? ''] };
    },
  }),
  defineOrganizationRows(ledgerTable, 'usage.read', {
    rows: (context, parameters) => {
      const { from, to, kind } = readUsageFilters(parameters, context.clock.now());
      return readAll(async (before) => {
        const { entries, next } = await listLedger(context, { from, to, kind, before, limit: pageSize });
        return { rows: entries, next };
      });
    },
    describeRows({ clock }, parameters) {
      const { from, to, kind } = readUsageFilters(parameters, clock.now());
      return { period: { from, to }, labels: [kind ?? ''] };
    },
  }),
  defineOrganizationRows(creditsByDayTable, 'usage.read', {
    async rows(context, parameters) {
      const { days, groups } = await loadUsage(context, readUsageFilters(parameters, context.clock.now()));
      return days.flatMap((day, index) =>
        groups.map(({ name, credits }) => ({ day, group: name, credits: credits[index] })),
      );
    },
    describeRows({ clock }, parameters) {
      const { from, to, by } = readUsageFilters(parameters, clock.now());
      return { period: { from, to }, labels: [`by ${by}`] };
    },
  }),
  defineOrganizationRows(endpointsTable, 'webhooks.read', { rows: listEndpoints }),
  defineOrganizationRows(deliveriesTable, 'webhooks.read', {
    rows: (context, filters) =>
      readAll(async (before) => {
        const { deliveries, next } = await listDeliveries(context, { ...filters, before }, pageSize);
        return { rows: deliveries, next };
      }),
    async describeRows(context, parameters) {
      const { status, endpoint, task, from, to } = parseDeliveryFilters(parameters);
      const endpoints = endpoint === undefined ? [] : await listEndpoints(context);
      const options = endpoints.map(({ id, label }) => ({ id, name: label }));
      const labels = [status ?? '', endpoint === undefined ? '' : labelChoice(endpoint, options), task ?? ''];
      if (!from && !to) return { ...describeToday(context), labels };
      return { period: { from: from && formatFileTime(from), to: to && formatFileTime(to) }, labels };
    },
  }),
  defineOrganizationRows(enginesTable, 'providers.read', {
    rows: (context) => listEngineStatuses(openService(), context),
  }),
];

/** All tables of the pages about an organization, by their name in the URL, with the permission to read them. */
export const organizationTables: ReadonlyMap<string, OrganizationTable> = new Map(
  tables.map((table) => [table.name, table]),
);

/**
 * Exports a table of the organization with the filters of a URL. The errors below are thrown before any row is sent.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND for an unknown table; VALIDATION_ERROR for a format
 *   other than `csv`, `json` and `xlsx`
 */
export async function exportOrganizationTable(
  context: Context,
  { table, format, parameters }: { table: string; format: string; parameters: Record<string, string> },
): Promise<ExportedFile> {
  const exported = organizationTables.get(table);
  if (!exported) throw notFound('Unknown export table.');
  requirePermission(context.actor, exported.permission);
  const { name: subject } = await getOrganization(context);
  return writeTable(exported, { subject, format }, context, parameters);
}
