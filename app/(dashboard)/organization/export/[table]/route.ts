import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseFormat, writeRows } from '#lib/dashboard/exports/write-file';
import { getContext } from '../../../../session';
import { respondWithFile } from '../../../export-response';
import { nameOrganizationFile } from './define-organization-table';
import { organizationTables } from './organization-tables';

/** Exports a table of the organization with the filters in the URL. */
export async function GET(request: Request, { params }: { params: Promise<{ table: string }> }) {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const context = await getContext();
  return respondWithFile(async () => {
    const { table } = await params;
    const exported = organizationTables.get(table);
    if (!exported) throw notFound('Unknown export table.');
    requirePermission(context.actor, exported.permission);
    const format = parseFormat(parameters.format ?? 'csv');
    const name = await nameOrganizationFile(context, { table, exported, parameters, extension: format });
    const rows = await exported.rows(context, parameters);
    return { name, ...writeRows(format, exported.columns, rows) };
  });
}
