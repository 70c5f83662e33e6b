import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { writeCsv } from '#lib/dashboard/exports/write-file';
import type { Context } from '#lib/dashboard/session/session';
import { type LedgerEntry, listLedger } from '#lib/service/usage/list-ledger';
import { getContext } from '../../../../session';
import { toWebStream } from '../../../web-stream';
import { readUsageFilters, type UsageFilters } from '../usage-filters';

const columns = [
  { key: 'time', label: 'Time' },
  { key: 'entry', label: 'Entry' },
  { key: 'credits', label: 'Credits' },
  { key: 'engine', label: 'Engine' },
  { key: 'api_key', label: 'API key' },
  { key: 'task_or_request', label: 'Task or request' },
];
const pageSize = 5_000;

/** Exports the ledger of the period in the URL as CSV. */
export async function GET(request: Request) {
  const context = await getContext();
  try {
    requirePermission(context.actor, 'usage.read');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return new Response(`${error.message}\n`, { status: error.status });
  }
  const params = Object.fromEntries(new URL(request.url).searchParams);
  const filters = readUsageFilters(params, context.clock.now());
  const name = `credit-ledger ${filters.kind ?? 'all'} ${filters.from} to ${filters.to}.csv`;
  return new Response(toWebStream(writeCsv(columns, listRows(context, filters))), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}

async function* listRows(context: Context, { from, to, kind }: UsageFilters) {
  for (let before: string | undefined; ; ) {
    const { entries, next } = await listLedger(context, { from, to, kind, before, limit: pageSize });
    yield* entries.map(toRow);
    if (next === null) return;
    before = next;
  }
}

function toRow({ occurredAt, kind, credits, engine, keyName, subjectId }: LedgerEntry) {
  const row = { time: occurredAt.toISOString(), entry: kind, credits, engine: engine ?? '' };
  return { ...row, api_key: keyName ?? '', task_or_request: subjectId ?? '' };
}
