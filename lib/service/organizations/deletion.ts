import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { invalidField, notFound } from '#lib/core/errors';
import { roles } from '#lib/core/permissions';
import { timeSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { organizations } from '#lib/db/schema/organizations';
import { taskQueueStats } from '#lib/db/schema/tasks';
import { quoteName } from '#lib/email/quote-text';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { notifyMembers } from '#lib/service/organizations/notify-members';

/** Days from scheduling a deletion until it begins, in which the organization can be restored. */
export const deletionGraceDays = 14;

/**
 * @returns the time at which the deletion begins
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR; RESOURCE_NOT_FOUND if it is already scheduled
 */
export const scheduleDeletion = defineOperation({
  name: 'organization.schedule-deletion',
  title: 'Schedule the deletion of the organization',
  description: `Schedules the deletion of the organization and all its data in ${deletionGraceDays} days, and notifies the members by email. Until then, the organization is suspended: its members can only read, owners can also export and restore it, API keys and share links are rejected, and neither schedules nor queued tasks run.`,
  permission: 'organization.delete',
  effect: 'delete',
  input: z.object({
    name: z
      .string('Enter the name of the organization.')
      .max(200)
      .describe('The name of the organization, to confirm the deletion.'),
  }),
  output: timeSchema.describe('When the data will be deleted.'),
  audit: ['organization.deletion-scheduled'],
  async run(context, { name }) {
    const { db, organizationId, clock } = context;
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
    await setDeletion(context, deletesAt);
    await context.audit({ target: organization.name, targetId: organizationId, after: { deletesAt } });
    await notifyMembers(context, roles, {
      organizationId,
      subject: `The organization ${quoteName(organization.name)} is scheduled for deletion – Answerscope`,
      paragraphs: [
        `The organization ${quoteName(organization.name)} on Answerscope will be deleted on ${formatDay(deletesAt)}, with all its projects, answers and keys.`,
        'Until then, its schedules, API keys and share links don’t work. An owner can restore it with “Restore organization” at the top of any page.',
      ],
      action: { label: 'Open Answerscope', url: getEnv().APP_URL },
    });
    return deletesAt;
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it is not scheduled, or its deletion has begun */
export const restoreOrganization = defineOperation({
  name: 'organization.restore',
  title: 'Restore the organization',
  description:
    'Restores an organization that is scheduled for deletion, and notifies the members by email. Its schedules, queued tasks, API keys and share links work again.',
  permission: 'organization.delete',
  effect: 'write',
  input: noInput,
  audit: ['organization.restored'],
  async run(context) {
    const { db, organizationId } = context;
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
    if (!organization) {
      throw notFound(
        'This organization is not scheduled for deletion, or its deletion has begun.',
        organizationId,
      );
    }
    await setDeletion(context, null);
    const { name, deletesAt } = organization;
    await context.audit({ target: name, targetId: organizationId, before: { deletesAt } });
    await notifyMembers(context, roles, {
      organizationId,
      subject: `The organization ${quoteName(name)} was restored – Answerscope`,
      paragraphs: [
        `The organization ${quoteName(name)} on Answerscope will not be deleted. Its schedules, API keys and share links work again.`,
      ],
    });
  },
});

const formatDay = (instant: Date) => instant.toISOString().slice(0, 10);

async function setDeletion({ db, organizationId }: Context, deletesAt: Date | null): Promise<void> {
  await db.update(organizations).set({ deletesAt }).where(eq(organizations.id, organizationId));
  await db
    .update(taskQueueStats)
    .set({ isPaused: deletesAt !== null })
    .where(eq(taskQueueStats.organizationId, organizationId));
}
