import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';
import { generateKey, hintOf } from '#lib/service/api-keys/key-format';
import { organizationNotFound } from '#lib/service/organizations/get-organization';

const inputSchema = z.object({
  name: singleLineSchema({ required: 'Give the key a name.' }),
  expiresAt: z.date('Give the day the key expires on, such as 2030-01-31.').nullish(),
});

export interface CreatedKey {
  id: string;
  name: string;
  /** The key itself. It is nowhere else: show it once. */
  secret: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/**
 * Makes an API key of the organization; only its SHA-256 is stored.
 * @throws ServiceError VALIDATION_ERROR for a name or an expiry that will not do, RESOURCE_NOT_FOUND when there
 *   is no such organization
 */
export async function createKey(
  context: Context,
  input: { name: string; expiresAt?: Date | null },
): Promise<CreatedKey> {
  requirePermission(context.actor, 'keys.manage');
  const { name, expiresAt = null } = parseInput(inputSchema, input);
  const createdAt = context.clock.now();
  if (expiresAt && expiresAt <= createdAt) {
    throw invalidField('expiresAt', 'The expiry must lie in the future.');
  }
  const secret = generateKey();
  const hint = hintOf(secret);
  const id = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO api_keys (organization_id, name, secret_hash, hint, created_at, expires_at)
       SELECT id, $2, $3, $4, $5, $6 FROM organizations WHERE id = $1
       RETURNING id`,
      [organizationId, name, sha256(secret), hint, createdAt, expiresAt],
    );
    return rows[0]?.id;
  });
  if (!id) throw organizationNotFound(context.organizationId);
  return { id, name, secret, hint, createdAt, expiresAt };
}
