import { Readable } from 'node:stream';
import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { getEnv } from '#lib/core/env';
import { readClientAddress } from '#lib/core/ip-address';
import { requirePermission } from '#lib/core/permissions';
import { printReport } from '#lib/dashboard/reports/print-report';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import { paperSizes } from '#lib/pdf/print-page';

/** Responds with a report as a PDF, with the paper size and the filters in the URL. */
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
    const query = searchParams.toString();
    const acceptLanguage = request.headers.get('accept-language') ?? undefined;
    const { bytes, ...file } = await printReport(context, report, {
      settings: getEnv(),
      paper,
      query,
      acceptLanguage,
      ipAddress: readClientAddress(request.headers.get('x-forwarded-for')),
      signal: request.signal,
    });
    return { ...file, body: Readable.from([Buffer.from(bytes)]) };
  });
}
