import { stringify } from 'csv-stringify/sync';
import { ServiceError } from '#lib/core/errors';
import { type AuditFilters, listAuditLog } from '#lib/service/organizations/audit-log';
import { getContext } from '../../../../session';

/** Rows of a file; older entries need a filter. */
const maxRows = 10_000;

/** Exports the audit log with the filters in the URL as CSV. */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  try {
    const filters: AuditFilters = Object.fromEntries(searchParams);
    const { entries } = await listAuditLog(await getContext(), filters, maxRows);
    const rows = entries.map(({ before, after, occurredAt, ...entry }) => ({
      time: occurredAt.toISOString(),
      who: entry.actor ?? entry.actorKind,
      action: entry.action,
      target: entry.target,
      before: before ? JSON.stringify(before) : '',
      after: after ? JSON.stringify(after) : '',
      ip_address: entry.ipAddress ?? '',
      user_agent: entry.userAgent ?? '',
    }));
    const columns = ['time', 'who', 'action', 'target', 'before', 'after', 'ip_address', 'user_agent'];
    return new Response(stringify(rows, { header: true, columns, bom: true, escape_formulas: true }), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit-log.csv"',
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) {
      return new Response(`${error.message}\n`, { status: error.status });
    }
    throw error;
  }
}
