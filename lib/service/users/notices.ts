import { and, eq } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { formatItems } from '#lib/core/lists';
import { describeBrowser } from '#lib/core/user-agent';
import { countAttempt } from '#lib/db/attempt-limits';
import type { Context } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';
import type { EmailContent } from '#lib/email/email-content';
import { queueEmail } from '#lib/email/queue-email';
import { isVerifiedUser } from '#lib/email/verified-sender';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { demoEmail } from '#lib/service/users/demo-account';

type Deps = Pick<Context, 'db' | 'clock'>;

/** The IP address and the user agent of a request. */
export type Client = NonNullable<Context['client']>;

/** Returns the time, the browser and the IP address of a change, as the details of an email. */
export function describeChange({ clock }: Pick<Deps, 'clock'>, client?: Client) {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return [
    { label: 'Time', value: `${time.format(clock.now())} UTC` },
    ...(client ? [{ label: 'Browser', value: describeBrowser(client.userAgent) }] : []),
    ...(client ? [{ label: 'IP address', value: client.ipAddress }] : []),
  ] satisfies EmailContent['details'];
}

const buildAccountLink = (label: string) => ({ label, url: `${getEnv().APP_URL}/account` });
const buildResetLink = () => ({ label: 'Reset password', url: `${getEnv().APP_URL}/forgot-password` });

/** What ended with the password of an account whose address was not verified, as a paragraph. */
const endedIntroduction =
  'Before, the email address of your account was not verified, so somebody else may have created the account. What it had set up has therefore ended:';

/**
 * Notifies a user that the password was changed.
 * @param details ways to sign in other than the password, and sentences that say what ended with it
 */
export function notifyOfPasswordChange(
  deps: Deps,
  to: string,
  client?: Client,
  { otherMethods = [], ended = [] }: { otherMethods?: readonly string[]; ended?: readonly string[] } = {},
): Promise<void> {
  return queueEmail(deps, {
    to,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other browsers were signed out.',
      'If you didn’t change it, reset it now.',
      ...(otherMethods.length > 0
        ? [
            `You can also sign in with: ${formatItems(otherMethods)}. If one of them isn’t yours, remove it on your account page.`,
          ]
        : []),
      ...(ended.length > 0 ? [endedIntroduction, ...ended] : []),
    ],
    details: describeChange(deps, client),
    action: buildResetLink(),
  });
}

/** The minimum age of an account, in minutes, before new sign-ins are reported. */
const newAccountMinutes = 10;

/**
 * Notifies a user of a sign-in with a browser that is new to the account, at most 20 times a day, and not in the first
 * 10 minutes after sign-up. The demo account gets no notice. Call it outside a transaction.
 */
export async function notifyOfNewSignIn(
  deps: Deps,
  { userId, client }: { userId: string; client: Client },
): Promise<void> {
  const { email, createdAt } = users;
  const [user] = await deps.db.select({ email, createdAt }).from(users).where(eq(users.id, userId));
  const isNewAccount =
    user && deps.clock.now().getTime() - user.createdAt.getTime() < newAccountMinutes * 60_000;
  if (!user || isNewAccount || user.email === demoEmail) return;
  try {
    await countAttempt(deps, 'sign-in-notice', userId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE_LIMIT_EXCEEDED') return;
    throw error;
  }
  await queueEmail(deps, {
    to: user.email,
    subject: 'New sign-in to your account',
    paragraphs: [
      'Someone signed in to your account from a new browser.',
      'If it wasn’t you, sign that browser out and change your password.',
    ],
    details: describeChange(deps, client),
    action: buildAccountLink('Review sessions'),
  });
}

/**
 * Notifies a user with a verified address of a change of the ways to sign in, such as an added passkey or new recovery
 * codes, and records it in the audit logs of the user's organizations. Call it last in the transaction.
 * @param change such as "The passkey Phone was added"
 */
export async function notifyOfSignInMethodChange(
  context: Pick<Context, 'db' | 'clock' | 'client'>,
  { userId, change }: { userId: string; change: string },
): Promise<void> {
  const [user] = await context.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isVerifiedUser()));
  if (user) {
    await queueEmail(context, {
      to: user.email,
      subject: change,
      paragraphs: [
        `${change}. This changes how you can sign in to your account.`,
        'If it wasn’t you, reset your password now.',
      ],
      details: describeChange(context, context.client),
      action: buildResetLink(),
    });
  }
  await recordAccountChange(context, userId, { action: 'member.sign-in-method-changed', after: { change } });
}

/** Notifies a user, at the current address, that a change to another one was requested. */
export function notifyOfEmailChangeRequest(
  deps: Deps,
  { to, newEmail, client }: { to: string; newEmail: string; client?: Client | undefined },
): Promise<void> {
  return queueEmail(deps, {
    to,
    subject: 'Request to change your email address',
    paragraphs: [
      `Someone who is signed in to your account asked to change its email address to ${newEmail}. It changes only after the link sent to that address is opened and confirmed.`,
      'If it wasn’t you, reset your password. The change is then canceled.',
    ],
    details: describeChange(deps, client),
    action: buildResetLink(),
  });
}

/** Notifies a user, at the previous address, that it was replaced. */
export function notifyOfEmailChange(
  deps: Deps,
  { to, newEmail, client }: { to: string; newEmail: string; client?: Client | undefined },
): Promise<void> {
  return queueEmail(deps, {
    to,
    subject: 'Your email address was changed',
    paragraphs: [
      `Sign in to your account with ${newEmail} from now on.`,
      'If you didn’t change it, contact the owner of your organization or the operator of this instance.',
    ],
    details: describeChange(deps, client),
  });
}
