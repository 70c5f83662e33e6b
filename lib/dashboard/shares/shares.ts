import { and, desc, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword, randomToken, sha256 } from '#lib/core/crypto';
import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import { getProject } from '#lib/dashboard/projects/project';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { shares } from '#lib/db/schema/projects';

/** Lifetimes of a share link in days; null means until it is revoked. */
const shareLifetimesDays = [7, 30, 90] as const;

/** Hashing a longer one would take too long. */
export const maxPasswordLength = 200;

const shareInputSchema = z.object({
  /** As a query string (`formatFilters`). */
  filters: z
    .string()
    .max(4_000, 'There are too many filters for a link. Remove some and share again.')
    .refine(isStorableText, 'These filters cannot be shared.')
    .default(''),
  /** Required to open the link; null for none. */
  password: z
    .string()
    .min(8, 'Use a password of at least 8 characters.')
    .max(maxPasswordLength, `Use a password of at most ${maxPasswordLength} characters.`)
    .nullable()
    .default(null),
  lifetimeDays: z
    .union(shareLifetimesDays.map((days) => z.literal(days)))
    .nullable()
    .default(null),
});

export type ShareInput = z.input<typeof shareInputSchema>;

const dayMs = 86_400_000;

/**
 * Creates a read-only link to a project's overview, bound to filters that viewers cannot loosen. The token is
 * returned only here; the database holds hashes of token and password.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function createShare(
  context: Context,
  { projectId, ...input }: { projectId: string } & ShareInput,
): Promise<{ id: string; token: string }> {
  requirePermission(context.actor, 'shares.manage');
  const { filters, password, lifetimeDays } = parseInput(shareInputSchema, input);
  const token = randomToken();
  const passwordHash = password === null ? null : await hashPassword(password);
  return withOrganization(context, async (tx) => {
    const project = await getProject(tx, { projectId });
    const { db, organizationId, actor, clock } = tx;
    const now = clock.now();
    const expiresAt = lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * dayMs);
    // An operator is not a user, so the organization's ID is stored instead.
    const createdBy = actor.kind === 'member' ? actor.userId : organizationId;
    const [share] = await db
      .insert(shares)
      .values({
        organizationId,
        projectId,
        tokenHash: sha256(token),
        filters,
        passwordHash,
        expiresAt,
        createdBy,
        createdAt: now,
      })
      .returning({ id: shares.id });
    const id = share?.id ?? '';
    const after = { expiresAt, hasPassword: passwordHash !== null };
    await recordAudit(tx, { action: 'share.created', target: project.name, targetId: id, after });
    return { id, token };
  });
}

/** Lists the active share links of a project, newest first, without their tokens. */
export async function listShares(context: Context, { projectId }: { projectId: string }) {
  requirePermission(context.actor, 'shares.manage');
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select({
        id: shares.id,
        filters: shares.filters,
        createdBy: shares.createdBy,
        createdAt: shares.createdAt,
        expiresAt: shares.expiresAt,
        hasPassword: sql<boolean>`${shares.passwordHash} IS NOT NULL`,
      })
      .from(shares)
      .where(and(hasValues(shares, { organizationId, projectId, revokedAt: null }), isUnexpired(clock.now())))
      .orderBy(desc(shares.createdAt), shares.id),
  );
}

/** Revokes a share link immediately. Revoking it again changes nothing. @throws ServiceError RESOURCE_NOT_FOUND */
export async function revokeShare(
  context: Context,
  { projectId, shareId }: { projectId: string; shareId: string },
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  if (!isUuid(projectId) || !isUuid(shareId)) throw shareNotFound(shareId);
  const revoked = await withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const rows = await db
      .update(shares)
      .set({ revokedAt: sql`coalesce(${shares.revokedAt}, ${clock.now()})` })
      .where(hasValues(shares, { organizationId, projectId, id: shareId }))
      .returning({ id: shares.id });
    if (rows.length > 0) {
      const { name } = await getProject({ ...tx, actor: { kind: 'operator' } }, { projectId });
      await recordAudit(tx, { action: 'share.revoked', target: name, targetId: shareId });
    }
    return rows;
  });
  if (revoked.length === 0) throw shareNotFound(shareId);
}

const shareNotFound = (id: string) => notFound('Share link not found.', id);

/** The condition that a share link has not expired. */
export const isUnexpired = (now: Date) => or(isNull(shares.expiresAt), gt(shares.expiresAt, now));
