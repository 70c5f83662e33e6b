import { buffer } from 'node:stream/consumers';
import { defaultLocale } from '#lib/core/locale';
import { defineMessages } from '#lib/core/messages';
import { exportReportTable } from '#lib/dashboard/reports/export-report';
import { type PrintSettings, printReport } from '#lib/dashboard/reports/print-report';
import { listReportTables } from '#lib/dashboard/reports/report-blocks';
import type { Report } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import type { reportSubscriptions } from '#lib/db/schema/subscriptions';
import type { EmailAttachment } from '#lib/email/attachments';

type AttachmentKind = (typeof reportSubscriptions.$inferSelect)['attachment'];

const maxAttachmentBytes = 10 * 1024 * 1024;

export interface Attachments {
  files: EmailAttachment[];
  /** A sentence of the email about its attachments; null if there is nothing to attach. */
  note: string | null;
}

/**
 * Creates the files that a subscription attaches.
 * @throws ServiceError SERVICE_UNAVAILABLE if no PDF can be created
 */
export async function attachReport(
  context: Context,
  report: Report,
  { kind, settings }: { kind: AttachmentKind; settings: PrintSettings },
): Promise<Attachments> {
  if (kind === 'none') return { files: [], note: null };
  const files =
    kind === 'pdf' ? [await createPdf(context, report, settings)] : await createCsvs(context, report);
  if (files.length === 0) return { files, note: null };
  return limitSize(files, kind);
}

const messages = defineMessages({
  tooLarge:
    'The {kind, select, pdf {PDF} other {CSV {files, plural, one {file} other {files}}}} would be larger than 10 MB, so {files, plural, one {it isn’t} other {they aren’t}} attached. Open the report to download {files, plural, one {it} other {them}}.',
  attached:
    'The {kind, select, pdf {PDF} other {CSV {files, plural, one {file} other {files}}}} {files, plural, one {is} other {are}} attached.',
});

/** Leaves out all files if together they are too large for mail servers, and explains it in the note. */
function limitSize(files: EmailAttachment[], kind: 'pdf' | 'csv'): Attachments {
  const bytes = files.reduce((sum, { base64 }) => sum + Buffer.byteLength(base64, 'base64'), 0);
  const attached = { kind: kind === 'pdf' ? 'pdf' : 'other', files: files.length } as const;
  return bytes > maxAttachmentBytes
    ? { files: [], note: messages.tooLarge(attached) }
    : { files, note: messages.attached(attached) };
}

async function createPdf(
  context: Context,
  report: Report,
  settings: PrintSettings,
): Promise<EmailAttachment> {
  const { bytes, ...file } = await printReport(context, report, {
    settings,
    paper: 'A4',
    query: '',
    // The email is written in this locale, too.
    acceptLanguage: defaultLocale,
  });
  return { ...file, base64: Buffer.from(bytes).toString('base64') };
}

/** The full answers would be too large for an email. */
const excludedTable = 'answers';

async function createCsvs(context: Context, { id, projectId, blocks }: Report): Promise<EmailAttachment[]> {
  const files: EmailAttachment[] = [];
  for (const { name: table, competitorId } of listReportTables(blocks)) {
    if (table === excludedTable) continue;
    const searchParameters = competitorId === null ? {} : { competitor: competitorId };
    const input = { projectId, reportId: id, table, format: 'csv', searchParameters };
    const { name, type, body } = await exportReportTable(context, input);
    files.push({ name, type, base64: (await buffer(body)).toString('base64') });
  }
  return files;
}
