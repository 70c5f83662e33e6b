import { and, eq, or } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import type { Context } from '#lib/db/client';
import { memberships, organizations, users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { describeChange } from '#lib/service/users/notices';

interface NewKey {
  name: string;
  prefix: string;
  lastFour: string;
}

/** Notifies the organization's owners and the acting member of a new API key, in the transaction that creates it. */
export async function notifyOfNewKey(context: Context, { name, prefix, lastFour }: NewKey): Promise<void> {
  const { db, organizationId, actor, client } = context;
  const creatorId = actor.kind === 'member' ? actor.userId : null;
  const isOwner = eq(memberships.role, 'owner');
  const recipients = await db
    .select({
      userId: users.id,
      to: users.email,
      userName: users.name,
      organizationName: organizations.name,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        creatorId === null ? isOwner : or(isOwner, eq(memberships.userId, creatorId)),
      ),
    );
  const creator = recipients.find(({ userId }) => userId === creatorId)?.userName ?? 'The operator';
  for (const { to, organizationName } of recipients) {
    await queueEmail(context, {
      to,
      organizationId,
      subject: `New API key in ${organizationName}`,
      paragraphs: [
        `${creator} created an API key. It works until it is revoked or expires, and can spend credits if its scopes allow it.`,
        'If you weren’t expecting this key, revoke it now.',
      ],
      details: [
        { label: 'Name', value: name },
        { label: 'Key', value: `${prefix}…${lastFour}` },
        ...describeChange(context, client),
      ],
      action: { label: 'Review API keys', url: `${getEnv().APP_URL}/developers` },
    });
  }
}
