import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditAction } from '#lib/core/audit-actions';
import { decrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { overlapDaysSchema, parseInput, timeSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { getOrganization } from '#lib/service/organizations/organizations';
import { createSigningSecret, getSigningAssociatedData } from '#lib/service/organizations/signing-secret';

const {
  signingSecretEncrypted: storedSecret,
  previousSigningSecretEncrypted: previousSecret,
  previousSigningSecretExpiresAt: previousExpiresAt,
} = organizations;

const withoutPrevious = { previousSigningSecretEncrypted: null, previousSigningSecretExpiresAt: null };

const signingStateSchema = z.object({
  isEnabled: z.boolean(),
  previousUntil: timeSchema
    .nullable()
    .describe(
      'The end of the overlap of a rotation, in which the previous secret is also valid; null outside one.',
    ),
});
export type SigningState = z.output<typeof signingStateSchema>;

export const getSigningState = defineOperation({
  name: 'webhook-signing.get',
  title: 'Get the state of webhook signing',
  description: 'Returns whether webhooks are signed.',
  permission: 'webhooks.read',
  effect: 'read',
  input: noInput,
  output: signingStateSchema,
  async run({ db, organizationId, clock }) {
    const now = clock.now();
    const [row] = await db
      .select({
        isEnabled: sql<boolean>`${storedSecret} IS NOT NULL`,
        previousUntil: previousExpiresAt,
      })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    const previousUntil = row?.previousUntil && row.previousUntil > now ? row.previousUntil : null;
    return { isEnabled: row?.isEnabled ?? false, previousUntil };
  },
});

/**
 * Enables webhook signing.
 * @returns the secret, which cannot be read again
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND; RESOURCE_ALREADY_EXISTS if it is already enabled
 */
export function enableSigning(context: Context): Promise<{ secret: string }> {
  const message = 'Webhook signing is already enabled. Rotate its secret to get a new one.';
  return storeSecret(context, {
    action: 'signing.enabled',
    condition: isNull(storedSecret),
    rejection: new ServiceError('RESOURCE_ALREADY_EXISTS', { message }),
    previous: withoutPrevious,
  });
}

export const rotateSigningSchema = z.object({
  overlapDays: overlapDaysSchema
    .default(0)
    .describe('Days for which deliveries are also signed with the old secret; 0 deletes it immediately.'),
});

/**
 * Replaces the signing secret: the next delivery is signed with the new one.
 * @returns the secret, which cannot be read again
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND, also if signing is disabled
 */
export async function rotateSigningSecret(
  context: Context,
  input: z.input<typeof rotateSigningSchema> = {},
): Promise<{ secret: string }> {
  requirePermission(context.actor, 'signing.manage');
  const { overlapDays } = parseInput(rotateSigningSchema, input);
  const end = new Date(context.clock.now().getTime() + overlapDays * 86_400_000);
  const message = 'Webhook signing is disabled, so there is no secret to rotate. Enable it first.';
  return storeSecret(context, {
    action: 'signing.rotated',
    condition: isNotNull(storedSecret),
    rejection: new ServiceError('RESOURCE_NOT_FOUND', { message }),
    previous:
      overlapDays === 0
        ? withoutPrevious
        : { previousSigningSecretEncrypted: sql`${storedSecret}`, previousSigningSecretExpiresAt: end },
    after: { overlapDays },
  });
}

interface SecretChange {
  action: AuditAction;
  condition: SQL;
  rejection: ServiceError;
  previous: { previousSigningSecretEncrypted: SQL | null; previousSigningSecretExpiresAt: Date | null };
  after?: Record<string, unknown>;
}

/** Stores a new secret if the organization meets the condition, in one UPDATE. */
async function storeSecret(
  context: Context,
  { action, condition, rejection, previous, after }: SecretChange,
): Promise<{ secret: string }> {
  requirePermission(context.actor, 'signing.manage');
  const { secret, encrypted: signingSecretEncrypted } = createSigningSecret(context.organizationId);
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const { rowCount } = await db
      .update(organizations)
      .set({ signingSecretEncrypted, ...previous })
      .where(and(eq(organizations.id, organizationId), condition));
    if (rowCount) return recordAudit(tx, { action, target: 'Webhook signing', ...(after && { after }) });
    await getOrganization(tx);
    throw rejection;
  });
  return { secret };
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS */
export const endSigningOverlap = defineOperation({
  name: 'webhook-signing.end-overlap',
  title: 'End the overlap of a rotation',
  description:
    'Ends the overlap of a rotation of the signing secret: deliveries are no longer signed with the previous secret. Does nothing outside an overlap.',
  permission: 'signing.manage',
  effect: 'delete',
  input: noInput,
  audit: ['signing.overlap-ended'],
  async run(context) {
    const { db, organizationId } = context;
    const { rowCount } = await db
      .update(organizations)
      .set(withoutPrevious)
      .where(and(eq(organizations.id, organizationId), isNotNull(previousSecret)));
    if (rowCount) await context.audit({ target: 'Webhook signing' });
  },
});

/**
 * Disables webhook signing and deletes the secrets; does nothing if signing is already disabled.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND
 */
export async function disableSigning(context: Context): Promise<void> {
  requirePermission(context.actor, 'signing.manage');
  await withOrganization(context, async (tx) => {
    const { id, signing } = await getOrganization(tx);
    if (!signing) return;
    await recordAudit(tx, { action: 'signing.disabled', target: 'Webhook signing' });
    await tx.db
      .update(organizations)
      .set({ signingSecretEncrypted: null, ...withoutPrevious })
      .where(eq(organizations.id, id));
  });
}

/** Decrypts the current or previous secret. @throws Error if it was encrypted with a different key */
export function decryptSigningSecret(organizationId: string, encrypted: string): string {
  return decrypt(getEncryptionKey(), encrypted, getSigningAssociatedData(organizationId));
}
