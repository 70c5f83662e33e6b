import { randomToken, sha256 } from '#lib/core/crypto';
import { hashPassword } from '#lib/core/password';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { getProject } from '#lib/dashboard/projects/project';
import { type ShareInput, shareInputSchema } from '#lib/dashboard/shares/share-input';
import { type Context, scoped } from '#lib/db/context';

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
