import { and, desc, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword, randomToken, sha256 } from '#lib/core/crypto';
import { notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { getReport } from '#lib/dashboard/reports/reports';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { reports, shares } from '#lib/db/schema/reports';

/** Lifetimes of a share link, in days. */
const shareLifetimesDays = [7, 30, 90] as const;

/** Maximum length of a password, so that no request makes the server hash a long text. */
export const maxPasswordLength = 200;

const maxOrigins = 10;

/** An origin such as `https://intranet.example`; a host alone means https. Strict, because it becomes part of a header. */
const originSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => (text.includes('://') ? text : `https://${text}`).replace(/\/$/, ''))
  .refine(
    (text) => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) && URL.parse(text)?.origin === text,
    'Enter website addresses such as https://www.example.com, without a path.',
  );

export const shareOptions = {
  label: singleLineSchema({ maxLength: 100 }),
  /** Required to open the link; null for none. */
  password: z
    .string()
    .min(8, 'Use a password of at least 8 characters.')
    .max(maxPasswordLength, `Use a password of at most ${maxPasswordLength} characters.`)
    .nullable(),
  /** Null if the link is valid until it is revoked. */
  lifetimeDays: z.union(shareLifetimesDays.map((days) => z.literal(days))).nullable(),
  showsNotes: z.boolean(),
  allowsDownloads: z.boolean(),
  /** Origins whose pages may embed the report. */
  embedOrigins: z.array(originSchema).max(maxOrigins, `Enter at most ${maxOrigins} website addresses.`),
};

export const notEmbeddableMessage =
  'One-time links and links with a password can’t be embedded, because browsers block cookies in embedded pages.';

const shareInputSchema = z
  .object({
    label: shareOptions.label.default(''),
    password: shareOptions.password.default(null),
    lifetimeDays: shareOptions.lifetimeDays.default(null),
    isOneTime: z.boolean().default(false),
    showsNotes: shareOptions.showsNotes.default(false),
    allowsDownloads: shareOptions.allowsDownloads.default(false),
    embedOrigins: shareOptions.embedOrigins.default([]),
  })
  .refine(
    ({ embedOrigins, password, isOneTime }) => embedOrigins.length === 0 || (password === null && !isOneTime),
    { path: ['embedOrigins'], message: notEmbeddableMessage },
  );

export type ShareInput = z.input<typeof shareInputSchema>;

/** Returns the time at which a lifetime that starts now ends; null if the link is valid until it is revoked. */
export function getExpiry(now: Date, lifetimeDays: number | null): Date | null {
  return lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * 86_400_000);
}

/**
 * Creates a read-only link to a report. The token is returned only here; the database holds hashes of token and
 * password.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function createShare(
  context: Context,
  { projectId, reportId, ...input }: { projectId: string; reportId: string } & ShareInput,
): Promise<{ id: string; token: string }> {
  requirePermission(context.actor, 'shares.manage');
  const { password, lifetimeDays, ...options } = parseInput(shareInputSchema, input);
  const token = randomToken();
  const passwordHash = password === null ? null : await hashPassword(password);
  return withOrganization(context, async (tx) => {
    const report = await getReport(tx, { projectId, reportId });
    const { db, organizationId, clock } = tx;
    const now = clock.now();
    const expiresAt = getExpiry(now, lifetimeDays);
    const [share] = await db
      .insert(shares)
      .values({
        organizationId,
        projectId,
        reportId,
        tokenHash: sha256(token),
        passwordHash,
        ...options,
        expiresAt,
        createdBy: getCreatorId(tx),
        createdAt: now,
      })
      .returning({ id: shares.id });
    const id = share?.id ?? '';
    const after = { expiresAt, hasPassword: passwordHash !== null, ...options };
    await recordAudit(tx, { action: 'share.created', target: report.name, targetId: id, after });
    return { id, token };
  });
}

const shareColumns = {
  id: shares.id,
  label: shares.label,
  createdBy: shares.createdBy,
  createdAt: shares.createdAt,
  expiresAt: shares.expiresAt,
  pausedAt: shares.pausedAt,
  isOneTime: shares.isOneTime,
  openedAt: shares.openedAt,
  showsNotes: shares.showsNotes,
  allowsDownloads: shares.allowsDownloads,
  embedOrigins: shares.embedOrigins,
  viewCount: shares.viewCount,
  firstViewedAt: shares.firstViewedAt,
  lastViewedAt: shares.lastViewedAt,
  hasPassword: sql<boolean>`${shares.passwordHash} IS NOT NULL`,
};

/** A share link, without its token. */
export type Share = Awaited<ReturnType<typeof listShares>>[number];

/** Lists the links to a report that are neither revoked nor expired, newest first, without their tokens. */
export async function listShares(
  context: Context,
  { projectId, reportId }: { projectId: string; reportId: string },
) {
  requirePermission(context.actor, 'shares.manage');
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select(shareColumns)
      .from(shares)
      .where(
        and(
          hasValues(shares, { organizationId, projectId, reportId, revokedAt: null }),
          isUnexpired(clock.now()),
        ),
      )
      .orderBy(desc(shares.createdAt), shares.id),
  );
}

export interface ShareKey {
  projectId: string;
  shareId: string;
}

/** Revokes a share link immediately. Revoking it again keeps the first time. @throws ServiceError RESOURCE_NOT_FOUND */
export function revokeShare(context: Context, key: ShareKey): Promise<void> {
  return changeShare(context, key, 'share.revoked', (now) => ({
    revokedAt: sql`coalesce(${shares.revokedAt}, ${now})`,
  }));
}

/** Pauses a share link: it responds with 404 until it is resumed. @throws ServiceError RESOURCE_NOT_FOUND */
export function pauseShare(context: Context, key: ShareKey): Promise<void> {
  return changeShare(context, key, 'share.paused', (now) => ({
    pausedAt: sql`coalesce(${shares.pausedAt}, ${now})`,
  }));
}

/** Resumes a paused share link. @throws ServiceError RESOURCE_NOT_FOUND */
export function resumeShare(context: Context, key: ShareKey): Promise<void> {
  return changeShare(context, key, 'share.resumed', () => ({ pausedAt: null }));
}

async function changeShare(
  context: Context,
  { projectId, shareId }: ShareKey,
  action: 'share.revoked' | 'share.paused' | 'share.resumed',
  getChange: (now: Date) => Parameters<ReturnType<Context['db']['update']>['set']>[0],
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  if (!isUuid(projectId) || !isUuid(shareId)) throw shareNotFound(shareId);
  await withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const [changed] = await db
      .update(shares)
      .set(getChange(clock.now()))
      .where(hasValues(shares, { organizationId, projectId, id: shareId }))
      .returning({ reportId: shares.reportId });
    if (!changed) throw shareNotFound(shareId);
    const [report] = await db
      .select({ name: reports.name })
      .from(reports)
      .where(hasValues(reports, { organizationId, id: changed.reportId }));
    await recordAudit(tx, { action, target: report?.name ?? '', targetId: shareId });
  });
}

export const shareNotFound = (id: string) => notFound('Share link not found.', id);

/** Returns the condition that a share link has not expired. */
export const isUnexpired = (now: Date) => or(isNull(shares.expiresAt), gt(shares.expiresAt, now));
