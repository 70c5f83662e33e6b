import type { Env } from '#lib/core/env';
import { formatFileName } from '#lib/core/file-name';
import { labelFilters } from '#lib/dashboard/exports/label-filters';
import { getBranding } from '#lib/dashboard/reports/branding';
import { getFrozenFilters } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { createPrintToken } from '#lib/dashboard/reports/print-tokens';
import type { Report } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/client';
import { type PrintOptions, printPage } from '#lib/pdf/print-page';

/** The settings that `printReport` uses. */
export type PrintSettings = Pick<Env, 'CHROMIUM_PATH' | 'PRINT_BASE_URL'>;

interface PrintReportOptions {
  settings: PrintSettings;
  paper: PrintOptions['paper'];
  /** Filters that narrow those of the report, as a query string. */
  query: string;
  acceptLanguage?: PrintOptions['acceptLanguage'];
}

/**
 * Prints a report as PDF. Each page ends with the name of the report and the footer of the organization.
 * @throws ServiceError SERVICE_UNAVAILABLE if Chromium cannot print it; INSUFFICIENT_PERMISSIONS
 */
export async function printReport(
  context: Context,
  report: Report,
  { settings, paper, query, acceptLanguage }: PrintReportOptions,
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
    footer: [report.name, footer].filter(Boolean).join(' · '),
  });
  return { name, type: 'application/pdf', bytes };
}

/** Names the PDF after the report, and after the period and the filters that the PDF shows. */
async function namePdf(context: Context, report: Report, query: string): Promise<string> {
  const filters =
    (await getFrozenFilters(context, report)) ??
    parseReportFilters(report, new URLSearchParams(query), context.clock);
  const labels = await labelFilters(context, filters);
  return formatFileName({ subject: report.name, table: '', period: filters, labels, extension: 'pdf' });
}
