import { z } from 'zod';
import { randomToken, sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { hashPassword } from '#lib/core/password';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import { getProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

/** How long a link opens, in days; null for as long as it is not revoked. */
const shareLifetimesDays = [7, 30, 90] as const;

/** What a link is bound to, as a form gives it. */
const shareInputSchema = z.object({
  /** As a query string (`formatFilters`). */
  filters: z
    .string()
    .max(4_000, 'There are too many filters for a link. Remove some and share again.')
    .refine(isStorableText, 'A link cannot be bound to these filters.')
    .default(''),
  /** Asked of whoever opens it; null for none. */
  password: z
    .string()
    .min(8, 'Use a password of at least 8 characters.')
    .max(200, 'Use a password of at most 200 characters.')
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
 * Makes a read-only link to a project's overview, bound to filters that whoever opens it cannot loosen. The token
 * is handed out this once; only its hash is kept, and so is the password's.
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
  return scoped(context, async (inside) => {
    await getProject(inside, { projectId });
    const { db, organizationId, actor, clock } = inside;
    const now = clock.now();
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO shares (organization_id, project_id, token_hash, filters, password_hash, expires_at, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        organizationId,
        projectId,
        sha256(token),
        filters,
        passwordHash,
        lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * dayMs),
        // The operator of the instance is no user; its links name the organization.
        actor.kind === 'member' ? actor.userId : organizationId,
        now,
      ],
    );
    return { id: rows[0]?.id ?? '', token };
  });
}

/** A link, without its token: that was shown once. */
export interface Share {
  id: string;
  /** Query string. */
  filters: string;
  createdBy: string;
  createdAt: Date;
  /** Null for never. */
  expiresAt: Date | null;
  hasPassword: boolean;
}

/** The links of a project that still open, newest first. */
export async function listShares(context: Context, { projectId }: { projectId: string }): Promise<Share[]> {
  requirePermission(context.actor, 'shares.manage');
  const { rows } = await scoped(context, ({ db, organizationId, clock }) =>
    db.$client.query<Share>(
      `SELECT id, filters, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
         password_hash IS NOT NULL AS "hasPassword"
       FROM shares
       WHERE organization_id = $1 AND project_id = $2 AND revoked_at IS NULL
         AND coalesce(expires_at > $3, true)
       ORDER BY created_at DESC, id`,
      [organizationId, projectId, clock.now()],
    ),
  );
  return rows;
}

/** Closes a link at once. Closing a closed one changes nothing. @throws ServiceError RESOURCE_NOT_FOUND */
export async function revokeShare(
  context: Context,
  { projectId, shareId }: { projectId: string; shareId: string },
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  if (!isUuid(projectId) || !isUuid(shareId)) throw shareNotFound(shareId);
  const { rowCount } = await scoped(context, ({ db, organizationId, clock }) =>
    db.$client.query(
      `UPDATE shares SET revoked_at = coalesce(revoked_at, $4)
       WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
      [organizationId, projectId, shareId, clock.now()],
    ),
  );
  if (!rowCount) throw shareNotFound(shareId);
}

function shareNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such link.', details: { id } });
}
