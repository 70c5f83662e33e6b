import { and } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import {
  getExpiry,
  isUnexpired,
  notEmbeddableMessage,
  shareKey,
  shareNotFound,
  shareOptions,
} from '#lib/dashboard/shares/shares';
import { recordAudit } from '#lib/db/audit-log';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { reports, shares } from '#lib/db/schema/reports';
import { defineOperation } from '#lib/operations/define-operation';

const shareEditSchema = z.object(shareOptions).partial();

export type ShareEdit = z.input<typeof shareEditSchema>;

/** @throws ServiceError VALIDATION_ERROR; RESOURCE_NOT_FOUND also for a revoked or expired link */
export const editShare = defineOperation({
  name: 'shares.edit',
  title: 'Edit a share link',
  description:
    'Changes the options that are given. The URL of the link stays the same. A new lifetime starts now; a new password locks out those who know only the old one.',
  permission: 'shares.manage',
  effect: 'write',
  input: z.object({ ...shareKey, ...shareEditSchema.shape }),
  audit: ['share.changed'],
  // Hashing the password takes long.
  isTransaction: false,
  async run(context, { projectId, shareId, password, lifetimeDays, ...options }) {
    const passwordHash = typeof password === 'string' ? await hashPassword(password) : password;
    await withOrganization(context, async (tx) => {
      const { db, organizationId, clock } = tx;
      const now = clock.now();
      const key = hasValues(shares, { organizationId, projectId, id: shareId, revokedAt: null });
      const [stored] = await db
        .select()
        .from(shares)
        .where(and(key, isUnexpired(now)))
        .for('update');
      if (!stored) throw shareNotFound(shareId);
      const changed = {
        ...options,
        ...(passwordHash !== undefined && { passwordHash }),
        ...(lifetimeDays !== undefined && { expiresAt: getExpiry(now, lifetimeDays) }),
      };
      const after = { ...stored, ...changed };
      if (after.embedOrigins.length > 0 && (after.passwordHash !== null || after.isOneTime)) {
        throw invalidField('embedOrigins', notEmbeddableMessage);
      }
      if (Object.keys(changed).length > 0) await db.update(shares).set(changed).where(key);
      const [report] = await db
        .select({ name: reports.name })
        .from(reports)
        .where(hasValues(reports, { organizationId, id: stored.reportId }));
      await recordAudit(tx, {
        action: 'share.changed',
        projectId,
        target: report?.name ?? '',
        targetId: shareId,
        before: describeOptions(stored),
        after: describeOptions(after),
      });
    });
  },
});

function describeOptions(share: typeof shares.$inferSelect) {
  const { label, expiresAt, passwordHash, showsNotes, allowsDownloads, embedOrigins } = share;
  return {
    label,
    expiresAt,
    hasPassword: passwordHash !== null,
    showsNotes,
    allowsDownloads,
    embedOrigins,
  };
}
