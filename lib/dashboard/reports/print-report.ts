import type { Env } from '#lib/core/env';
import { formatFileName } from '#lib/core/file-name';
import { toNetwork } from '#lib/core/ip-address';
import { formatFacts } from '#lib/core/lists';
import { labelFilters } from '#lib/dashboard/exports/label-filters';
import { getBranding } from '#lib/dashboard/reports/branding';
import { getFrozenFilters } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { createPrintToken } from '#lib/dashboard/reports/print-tokens';
import type { Report } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import { type PrintOptions, printPage } from '#lib/pdf/print-page';
import type { QueuePlace } from '#lib/pdf/print-queue';

/** The settings that `printReport` uses. */
export type PrintSettings = Pick<Env, 'CHROMIUM_PATH' | 'PRINT_BASE_URL'>;

interface PrintReportOptions {
  settings: PrintSettings;
  paper: PrintOptions['paper'];
  /** Filters that narrow those of the report, as a query string. */
  query: string;
  acceptLanguage?: PrintOptions['acceptLanguage'];
  /** IP address of the client, which identifies viewers of share links. */
  ipAddress?: string;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
}

/** PDFs of one organization that viewers of its share links can have in the queue. */
const maxSharedEntries = 3;

/**
 * Prints a report as PDF. Each page ends with the name of the report and the footer of the organization.
 * @throws ServiceError SERVICE_UNAVAILABLE if Chromium cannot print it; RATE_LIMIT_EXCEEDED if the organization or the viewer
 *   of a share link already waits for a PDF; REQUEST_CANCELED; INSUFFICIENT_PERMISSIONS
 */
export async function printReport(
  context: Context,
  report: Report,
  { settings, paper, query, acceptLanguage, ipAddress = 'unknown', signal }: PrintReportOptions,
): Promise<{ name: string; type: string; bytes: Uint8Array }> {
  const { id: reportId, projectId } = report;
  const { footer } = await getBranding(context);
  const name = await namePdf(context, report, query);
  const bytes = await printPage(settings, {
    async createUrl() {
      const token = await createPrintToken(context, { projectId, reportId, query });
      return `${settings.PRINT_BASE_URL}/print/${token}`;
    },
    paper,
    acceptLanguage,
    places: listPlaces(context, ipAddress),
    signal,
    footer: formatFacts([report.name, footer]),
  });
  return { name, type: 'application/pdf', bytes };
}

/** Viewers of share links do not take the place of the organization, and cannot fill the queue with its links. */
function listPlaces({ actor, organizationId }: Context, ipAddress: string): QueuePlace[] {
  if (actor.kind !== 'share') return [{ subject: `organization ${organizationId}`, maxEntries: 1 }];
  return [
    { subject: `visitor ${toNetwork(ipAddress)}`, maxEntries: 1 },
    { subject: `shared ${organizationId}`, maxEntries: maxSharedEntries },
  ];
}

/** Names the PDF after the report, and after the period and the filters that the PDF shows. */
async function namePdf(context: Context, report: Report, query: string): Promise<string> {
  const filters =
    (await getFrozenFilters(context, report)) ??
    parseReportFilters(report, new URLSearchParams(query), context.clock);
  const labels = await labelFilters(context, filters);
  return formatFileName({ subject: report.name, table: '', period: filters, labels, extension: 'pdf' });
}
