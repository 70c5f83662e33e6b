import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { invalidField, notFound } from '#lib/core/errors';
import { requirePermission, roles } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, withOrganization } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { taskQueueStats } from '#lib/db/schema/tasks';
import { notifyMembers } from '#lib/service/organizations/notify-members';

/** Days from scheduling a deletion until it begins, in which the organization can be restored. */
export const deletionGraceDays = 14;

const scheduleSchema = z.object({ name: z.string('Enter the name of the organization.').max(200) });

/**
 * Schedules the organization's deletion. Until it begins, the organization is suspended: its members can only read,
 * owners can also export and restore it, API keys and share links are rejected, and neither schedules nor queued tasks
 * run.
 * @param input `name` of the organization, typed by the owner to confirm
 * @returns the time at which the deletion begins
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR; RESOURCE_NOT_FOUND if it is already scheduled
 */
export async function scheduleDeletion(context: Context, input: { name: string }): Promise<Date> {
  requirePermission(context.actor, 'organization.delete');
  const { name } = parseInput(scheduleSchema, input);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const [organization] = await db
      .select({ name: organizations.name })
      .from(organizations)
      .where(and(eq(organizations.id, organizationId), isNull(organizations.deletesAt)))
      .for('no key update');
    if (!organization) throw notFound('This organization is already scheduled for deletion.', organizationId);
    if (name.trim() !== organization.name) {
      throw invalidField('name', `Enter the name exactly as shown: ${organization.name}`);
    }
    const deletesAt = new Date(clock.now().getTime() + deletionGraceDays * 86_400_000);
    await setDeletion(tx, deletesAt);
    await recordAudit(tx, {
      action: 'organization.deletion-scheduled',
      target: organization.name,
      targetId: organizationId,
      after: { deletesAt },
    });
    await notifyMembers(tx, roles, {
      organizationId,
      subject: `${organization.name} is scheduled for deletion`,
      paragraphs: [
        `${organization.name} on Answerscope will be deleted on ${formatDay(deletesAt)}, with all its projects, answers and keys.`,
        'Until then, its schedules, API keys and share links don’t work. An owner can restore it with “Restore organization” at the top of any page.',
      ],
      action: { label: 'Open Answerscope', url: getEnv().APP_URL },
    });
    return deletesAt;
  });
}

/**
 * Restores an organization that is scheduled for deletion. Its schedules, queued tasks, API keys and share links work
 * again.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it is not scheduled, or its deletion has begun
 */
export async function restoreOrganization(context: Context): Promise<void> {
  requirePermission(context.actor, 'organization.delete');
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const isRestorable = and(
      eq(organizations.id, organizationId),
      isNotNull(organizations.deletesAt),
      isNull(organizations.deletionStartedAt),
    );
    const [organization] = await db
      .select({ name: organizations.name, deletesAt: organizations.deletesAt })
      .from(organizations)
      .where(isRestorable)
      .for('no key update');
    if (!organization)
      throw notFound(
        'This organization is not scheduled for deletion, or its deletion has begun.',
        organizationId,
      );
    await setDeletion(tx, null);
    await recordAudit(tx, {
      action: 'organization.restored',
      target: organization.name,
      targetId: organizationId,
      before: { deletesAt: organization.deletesAt },
    });
    await notifyMembers(tx, roles, {
      organizationId,
      subject: `${organization.name} was restored`,
      paragraphs: [
        `${organization.name} on Answerscope will not be deleted. Its schedules, API keys and share links work again.`,
      ],
    });
  });
}

const formatDay = (instant: Date) => instant.toISOString().slice(0, 10);

async function setDeletion({ db, organizationId }: Context, deletesAt: Date | null): Promise<void> {
  await db.update(organizations).set({ deletesAt }).where(eq(organizations.id, organizationId));
  await db
    .update(taskQueueStats)
    .set({ isPaused: deletesAt !== null })
    .where(eq(taskQueueStats.organizationId, organizationId));
}
