import { and, eq, or, sql } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import type { Context } from '#lib/db/context';
import { memberships, organizations, users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { quoteName, withoutLinks } from '#lib/email/quote-text';
import { isVerifiedUser } from '#lib/email/verified-sender';
import { describeChange } from '#lib/service/users/notices';

interface NewKey {
  name: string;
  prefix: string;
  lastFour: string;
}

/**
 * Notifies the organization's owners and the acting member, if their addresses are verified, of a new API key, in the
 * transaction that creates it.
 */
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
      isVerified: sql<boolean>`${isVerifiedUser() ?? sql`true`}`,
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
  const userName = recipients.find(({ userId }) => userId === creatorId)?.userName;
  const creator = userName === undefined ? 'The operator' : quoteName(userName);
  for (const { to, organizationName, isVerified } of recipients) {
    if (!isVerified) continue;
    await queueEmail(context, {
      to,
      organizationId,
      subject: `New API key in ${quoteName(organizationName)} – Answerscope`,
      paragraphs: [
        `${creator} created an API key. It works until it is revoked or expires, and can spend credits if its scopes allow it.`,
        'If you weren’t expecting this key, revoke it now.',
      ],
      details: [
        { label: 'Name', value: withoutLinks(name) },
        { label: 'Key', value: `${prefix}…${lastFour}` },
        ...describeChange(context, client),
      ],
      action: { label: 'Review API keys', url: `${getEnv().APP_URL}/developers` },
    });
  }
}
