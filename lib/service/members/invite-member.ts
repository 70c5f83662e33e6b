import { z } from 'zod';
import { randomToken, sha256 } from '#lib/core/crypto';
import { type Role, requirePermission, roles } from '#lib/core/permissions';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';

const inputSchema = z.object({
  role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
  label: singleLineSchema({ maxLength: 254 }).default(''),
});
const validDays = 7;

export interface CreatedInvitation {
  id: string;
  /** Stands in the link. It is nowhere else: show it once. */
  token: string;
  role: Role;
  label: string;
  expiresAt: Date;
}

/**
 * Makes an invitation by link, valid once and for 7 days. Only an owner invites owners.
 * @param input `label` tells invitations apart, usually an address
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR
 */
export async function inviteMember(
  context: Context,
  input: { role: Role; label?: string },
): Promise<CreatedInvitation> {
  const { role, label } = parseInput(inputSchema, input);
  requirePermission(context.actor, role === 'owner' ? 'organization.manage' : 'members.manage');
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + validDays * 86_400_000);
  const token = randomToken();
  const { organizationId, actor } = context;
  const createdBy = actor.kind === 'member' ? actor.userId : organizationId;
  const id = await scoped(context, async ({ db }) => {
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO invitations (organization_id, token_hash, role, label, created_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [organizationId, sha256(token), role, label, createdBy, now, expiresAt],
    );
    return rows[0]?.id;
  });
  if (!id) throw new Error('The database returned no row for the new invitation.');
  return { id, token, role, label, expiresAt };
}
