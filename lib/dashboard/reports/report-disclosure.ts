import type { Disclosure } from '#lib/contract/disclosure';
import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getOverview, type OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { readDisclosure } from '#lib/dashboard/disclosure/disclosure';
import { hideFromViewers } from '#lib/dashboard/disclosure/hide-from-viewers';
import { disclosureTables } from '#lib/dashboard/exports/disclosure-tables';
import { type ExportedFile, writeTable } from '#lib/dashboard/exports/write-file';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { getReport, type Report } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';

/** Describes the metrics of a report. */
type ListMethods = (data: { overview: OverviewData }) => Disclosure['methods'];

interface DisclosureRequest {
  projectId: string;
  reportId: string;
  /** Filters that narrow those of a live report, as a query string. */
  query: string;
}

/**
 * Loads the disclosure of a report: that of a frozen report as stored. Leaves out what the actor must not learn from it.
 * @returns null for a report that an earlier version froze
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function loadReportDisclosure(
  context: Context,
  { query, ...key }: DisclosureRequest,
  listMethods: ListMethods,
): Promise<Disclosure | null> {
  const report = await getReport(context, key);
  const frozen = await getFrozenReport(context, report);
  const disclosure = frozen
    ? (frozen.disclosure ?? null)
    : await withMetricsTransaction(context, async (tx) => {
        const filters = parseReportFilters(report, new URLSearchParams(query), tx.clock);
        const overview = await getOverview(tx, filters);
        const methods = listMethods({ overview });
        return readDisclosure(tx, { filters, headline: overview.headline, methods });
      });
  return disclosure && hide(context, report, disclosure);
}

/** A viewer learns the prompts only from a report that lists them, and their topics only from its file. */
function hide({ actor }: Context, { blocks }: Report, disclosure: Disclosure): Disclosure {
  if (actor.kind !== 'share') return disclosure;
  const prompts = blocks.some(({ kind }) => kind === 'prompts');
  return hideFromViewers(disclosure, { prompts, topics: prompts && actor.allowsDownloads });
}

/**
 * Exports a table of a report’s disclosure.
 * @throws ServiceError RESOURCE_NOT_FOUND for an unknown table or report, or a report without disclosure; VALIDATION_ERROR
 *   for an unknown format; INSUFFICIENT_PERMISSIONS
 */
export async function exportDisclosureTable(
  context: Context,
  { table, format, ...request }: DisclosureRequest & { table: string; format: string },
  listMethods: ListMethods,
): Promise<ExportedFile> {
  requirePermission(context.actor, 'projects.export');
  const exported = disclosureTables.get(table);
  const { name } = await getReport(context, request);
  const disclosure = await loadReportDisclosure(context, request, listMethods);
  const isHidden = exported?.name === 'disclosure-prompts' && disclosure?.prompts === null;
  if (!exported || !disclosure || isHidden) throw notFound('This report has no such table.');
  return writeTable(exported, { subject: name, format }, disclosure);
}
