import { and, desc, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword, randomToken, sha256 } from '#lib/core/crypto';
import { notFound } from '#lib/core/errors';
import { getCreatorId } from '#lib/core/permissions';
import { containsProductName, productNameMessage } from '#lib/core/product-name';
import { isUuid } from '#lib/core/text';
import { idSchema, lookupIdSchema, singleLineSchema, timeSchema } from '#lib/core/validation';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { getReport, reportKey } from '#lib/dashboard/reports/reports';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { reports, shares } from '#lib/db/schema/reports';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

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
  password: z
    .string()
    .min(8, 'Use a password of at least 8 characters.')
    .max(maxPasswordLength, `Use a password of at most ${maxPasswordLength} characters.`)
    .refine((password) => !containsProductName(password), productNameMessage)
    .nullable()
    .describe('Required to open the link. Null for none.'),
  lifetimeDays: z
    .union(shareLifetimesDays.map((days) => z.literal(days)))
    .nullable()
    .describe('Days from now for which the link is valid. Null if it is valid until it is revoked.'),
  showsNotes: z.boolean().describe('Whether charts show notes and experiments.'),
  allowsDownloads: z.boolean(),
  embedOrigins: z
    .array(originSchema)
    .max(maxOrigins, `Enter at most ${maxOrigins} website addresses.`)
    .describe('Origins whose pages may embed the report, such as https://www.example.com.'),
};

export const notEmbeddableMessage =
  'One-time links and links with a password can’t be embedded, because browsers block cookies in embedded pages.';

const shareFields = {
  label: shareOptions.label.default(''),
  password: shareOptions.password.default(null),
  lifetimeDays: shareOptions.lifetimeDays.default(null),
  isOneTime: z.boolean().default(false).describe('Whether only the first browser can open the link.'),
  showsNotes: shareOptions.showsNotes.default(false),
  allowsDownloads: shareOptions.allowsDownloads.default(false),
  embedOrigins: shareOptions.embedOrigins.default([]),
};

export type ShareInput = z.input<z.ZodObject<typeof shareFields>>;

/** Returns the time at which a lifetime that starts now ends; null if the link is valid until it is revoked. */
export function getExpiry(now: Date, lifetimeDays: number | null): Date | null {
  return lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * 86_400_000);
}

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createShare = defineOperation({
  name: 'shares.create',
  title: 'Share a report',
  description:
    'Creates a link with which anyone can see a report, but nothing else, without signing in. Its token is returned only here.',
  permission: 'shares.manage',
  effect: 'write',
  input: z
    .object({ ...reportKey, ...shareFields })
    .refine(
      ({ embedOrigins, password, isOneTime }) =>
        embedOrigins.length === 0 || (password === null && !isOneTime),
      { path: ['embedOrigins'], message: notEmbeddableMessage },
    ),
  output: createdSchema.extend({ token: z.string() }),
  audit: ['share.created'],
  // Hashing the password takes long.
  isTransaction: false,
  async run(context, { projectId, reportId, password, lifetimeDays, ...options }) {
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
          // The database holds only hashes of token and password.
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
      await recordAudit(tx, {
        action: 'share.created',
        projectId,
        target: report.name,
        targetId: id,
        after,
      });
      return { id, token };
    });
  },
});

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
const shareSchema = createdSchema.extend({
  label: z.string(),
  createdBy: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable().describe('Null if it is valid until it is revoked.'),
  pausedAt: timeSchema.nullable(),
  isOneTime: z.boolean(),
  openedAt: timeSchema.nullable(),
  showsNotes: z.boolean(),
  allowsDownloads: z.boolean(),
  embedOrigins: z.array(z.string()),
  viewCount: z.int(),
  firstViewedAt: timeSchema.nullable(),
  lastViewedAt: timeSchema.nullable(),
  hasPassword: z.boolean(),
});
export type Share = z.output<typeof shareSchema>;

export const listShares = defineOperation({
  name: 'shares.list',
  title: 'List the share links of a report',
  description:
    'Lists the links to a report that are neither revoked nor expired, newest first, without their tokens.',
  permission: 'shares.manage',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema, reportId: lookupIdSchema }),
  output: z.array(shareSchema),
  async run({ db, organizationId, clock }, { projectId, reportId }) {
    if (!isUuid(projectId) || !isUuid(reportId)) return [];
    return db
      .select(shareColumns)
      .from(shares)
      .where(
        and(
          hasValues(shares, { organizationId, projectId, reportId, revokedAt: null }),
          isUnexpired(clock.now()),
        ),
      )
      .orderBy(desc(shares.createdAt), shares.id);
  },
});

export const shareKey = { projectId: projectIdSchema, shareId: idSchema('share link') };
const shareKeySchema = z.object(shareKey);
type ShareKey = z.output<typeof shareKeySchema>;

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const revokeShare = defineOperation({
  name: 'shares.revoke',
  title: 'Revoke a share link',
  description:
    'Ends a share link immediately, which cannot be undone. Revoking it again keeps the first time. The report and its other links stay.',
  permission: 'shares.manage',
  effect: 'delete',
  input: shareKeySchema,
  audit: ['share.revoked'],
  async run(context, key) {
    const revokedAt = sql`coalesce(${shares.revokedAt}, ${context.clock.now()})`;
    await context.audit(await changeShare(context, key, { revokedAt }));
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const pauseShare = defineOperation({
  name: 'shares.pause',
  title: 'Pause a share link',
  description: 'Makes a share link respond with 404 until it is resumed.',
  permission: 'shares.manage',
  effect: 'write',
  input: shareKeySchema,
  audit: ['share.paused'],
  async run(context, key) {
    const pausedAt = sql`coalesce(${shares.pausedAt}, ${context.clock.now()})`;
    await context.audit(await changeShare(context, key, { pausedAt }));
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const resumeShare = defineOperation({
  name: 'shares.resume',
  title: 'Resume a share link',
  description: 'Opens a paused share link again. Its URL stays the same.',
  permission: 'shares.manage',
  effect: 'write',
  input: shareKeySchema,
  audit: ['share.resumed'],
  async run(context, key) {
    await context.audit(await changeShare(context, key, { pausedAt: null }));
  },
});

/** Changes a share link. Returns the name of its report and its ID, for the audit log. */
async function changeShare(
  { db, organizationId }: Context,
  { projectId, shareId }: ShareKey,
  change: Parameters<ReturnType<Context['db']['update']>['set']>[0],
): Promise<{ target: string; targetId: string }> {
  const [changed] = await db
    .update(shares)
    .set(change)
    .where(hasValues(shares, { organizationId, projectId, id: shareId }))
    .returning({ reportId: shares.reportId });
  if (!changed) throw shareNotFound(shareId);
  const [report] = await db
    .select({ name: reports.name })
    .from(reports)
    .where(hasValues(reports, { organizationId, id: changed.reportId }));
  return { target: report?.name ?? '', targetId: shareId };
}

export const shareNotFound = (id: string) => notFound('Share link not found.', id);

/** Returns the condition that a share link has not expired. */
export const isUnexpired = (now: Date) => or(isNull(shares.expiresAt), gt(shares.expiresAt, now));
