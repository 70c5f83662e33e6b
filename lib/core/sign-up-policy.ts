import type { Env } from '#lib/core/env';
import { invalidField, ServiceError } from '#lib/core/errors';
import { formatAlternatives } from '#lib/core/lists';

type Settings = Pick<Env, 'SIGN_UP' | 'SIGN_UP_DOMAINS' | 'SMTP_URL'>;

/** Describes who can create an account, for the pages to sign up and sign in; null if everybody can. */
export function describeSignUp({ SIGN_UP, SIGN_UP_DOMAINS }: Settings): string | null {
  if (SIGN_UP === 'closed') return 'New accounts can’t be created here. Ask the operator of this instance.';
  if (SIGN_UP === 'invitation') {
    return 'Sign-up is by invitation only. Ask an admin of your organization to invite you.';
  }
  if (!SIGN_UP_DOMAINS) return null;
  const domains = formatAlternatives(SIGN_UP_DOMAINS);
  return `Use your email address at ${domains}. With any other address, you need an invitation.`;
}

/** Returns whether people can create an account without an invitation, possibly only with certain email addresses. */
export const isSignUpOpen = ({ SIGN_UP }: Settings): boolean => SIGN_UP === 'open';

/**
 * Checks that a person can create an account.
 * @param newAccount.isInvited whether the person has an open invitation
 * @throws ServiceError INSUFFICIENT_PERMISSIONS if this person cannot create an account; VALIDATION_ERROR if they can
 *   with another email address
 */
export function requireSignUpAllowed(
  settings: Settings,
  { email, isInvited }: { email: string; isInvited: boolean },
): void {
  const { SIGN_UP, SIGN_UP_DOMAINS } = settings;
  const message = describeSignUp(settings) ?? undefined;
  if (SIGN_UP === 'closed' || (SIGN_UP === 'invitation' && !isInvited)) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', { message });
  }
  if (isInvited || !SIGN_UP_DOMAINS || hasDomain(email, SIGN_UP_DOMAINS)) return;
  throw invalidField('email', message ?? '');
}

/**
 * Returns whether an account can be used only after its email address was verified. This is so if `SMTP_URL` and
 * `SIGN_UP_DOMAINS` are set and the address has one of these domains.
 */
export function isVerificationRequired({ SIGN_UP_DOMAINS, SMTP_URL }: Settings, email: string): boolean {
  return SMTP_URL !== undefined && SIGN_UP_DOMAINS !== undefined && hasDomain(email, SIGN_UP_DOMAINS);
}

/** Checks that a user's email address is verified, if that is required. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export function requireVerifiedSignUpEmail(
  settings: Settings,
  { email, isEmailVerified }: { email: string; isEmailVerified: boolean },
): void {
  if (isEmailVerified || !isVerificationRequired(settings, email)) return;
  throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
    message: 'Verify your email address first, with the link in the email that you received. Then try again.',
  });
}

const hasDomain = (email: string, domains: readonly string[]) =>
  domains.includes(email.trim().toLowerCase().split('@').at(-1) ?? '');
