import { Readable } from 'node:stream';
import { getEnv } from '#lib/core/env';
import { requirePermission } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import { formatFileName } from '#lib/dashboard/exports/write-file';
import { createPrintToken } from '#lib/dashboard/reports/print-tokens';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/client';
import { paperSizes, printPage } from '#lib/pdf/print-page';
import { respondWithFile } from '../../../export-response';

/** Responds with a report as PDF, on the paper and with the filters of the URL. */
export function respondWithPdf(
  context: Context,
  ids: { projectId: string; reportId: string },
  request: Request,
): Promise<Response> {
  return respondWithFile(async () => {
    requirePermission(context.actor, 'projects.export');
    const { searchParams } = new URL(request.url);
    const paper = paperSizes.find((size) => size === searchParams.get('paper')) ?? 'A4';
    const report = await getReport(context, ids);
    const settings = getEnv();
    const bytes = await printPage(settings, {
      async createUrl() {
        const token = await createPrintToken(context, { ...ids, query: searchParams.toString() });
        return `${settings.PRINT_BASE_URL}/print/${token}`;
      },
      ...{ paper, footer: report.name },
    });
    const today = toUtcDay(context.clock.now());
    return {
      name: formatFileName(report.name, '', { from: today, to: today }, 'pdf'),
      type: 'application/pdf',
      body: Readable.from([Buffer.from(bytes)]),
    };
  });
}
