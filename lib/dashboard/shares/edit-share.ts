import { and } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import {
  getExpiry,
  isUnexpired,
  notEmbeddableMessage,
  type ShareKey,
  shareNotFound,
  shareOptions,
} from '#lib/dashboard/shares/shares';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { reports, shares } from '#lib/db/schema/reports';

/** The options to change. A new lifetime starts now; a new password locks out those who know only the old one. */
const shareEditSchema = z.object(shareOptions).partial();

export type ShareEdit = z.input<typeof shareEditSchema>;

/**
 * Changes the options of a share link, whose URL stays the same.
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_NOT_FOUND also for a revoked or expired link
 */
export async function editShare(
  context: Context,
  { projectId, shareId, ...input }: ShareKey & ShareEdit,
): Promise<void> {
  requirePermission(context.actor, 'shares.manage');
  const { password, lifetimeDays, ...options } = parseInput(shareEditSchema, input);
  if (!isUuid(projectId) || !isUuid(shareId)) throw shareNotFound(shareId);
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
      target: report?.name ?? '',
      targetId: shareId,
      before: describeOptions(stored),
      after: describeOptions(after),
    });
  });
}

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
