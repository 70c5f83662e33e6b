import { eq } from 'drizzle-orm';
import { randomToken, sha256 } from '#lib/core/crypto';
import { requirePermission } from '#lib/core/permissions';
import { canReadNotes } from '#lib/dashboard/annotations/annotations';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { printTokens } from '#lib/db/schema/print-tokens';
import { reports } from '#lib/db/schema/reports';

const lifetimeMs = 60_000;

/** A report to print. */
export interface PrintedReport {
  projectId: string;
  reportId: string;
  /** Filters that narrow those of the report, as a query string. */
  query: string;
}

/**
 * Creates a token that opens a report once, within a minute, for printing.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS for viewers of a link without downloads; RESOURCE_NOT_FOUND
 */
export async function createPrintToken(
  context: Context,
  { projectId, reportId, query }: PrintedReport,
): Promise<string> {
  const { actor } = context;
  requirePermission(actor, 'projects.export');
  await getReport(context, { projectId, reportId });
  const token = randomToken();
  const showsNotes = canReadNotes(actor);
  await withOrganization(context, ({ db, organizationId, clock }) =>
    db.insert(printTokens).values({
      tokenHash: sha256(token),
      organizationId,
      reportId,
      query,
      showsNotes,
      expiresAt: new Date(clock.now().getTime() + lifetimeMs),
    }),
  );
  return token;
}

/**
 * Deletes a token, so that it works only once. Returns its report, and a context that can read nothing else; undefined
 * for an unknown, expired or used token.
 */
export async function consumePrintToken(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<(PrintedReport & { context: Context; showsNotes: boolean }) | undefined> {
  const [used] = await db
    .delete(printTokens)
    .where(eq(printTokens.tokenHash, sha256(token)))
    .returning();
  if (!used || used.expiresAt <= clock.now()) return undefined;
  const { organizationId, reportId, query, showsNotes } = used;
  const [report] = await db
    .select({ projectId: reports.projectId })
    .from(reports)
    .where(hasValues(reports, { organizationId, id: reportId }));
  if (!report) return undefined;
  // The report is not read through a share link, so `shareId` is set to the ID of the report.
  // Only those who may export the report can print it.
  const viewer = { shareId: reportId, reportId, showsNotes, allowsDownloads: true };
  const context: Context = { db, clock, organizationId, actor: { kind: 'share', ...viewer } };
  return { context, projectId: report.projectId, reportId, query, showsNotes };
}
