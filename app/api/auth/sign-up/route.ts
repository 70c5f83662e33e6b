import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { requireSignUpAllowed } from '#lib/core/sign-up-policy';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { signUp } from '#lib/service/users/users';
import { connectDashboard } from '../connect-dashboard';
import { handleFormPost } from '../form-handler';

const userSchema = z.object({
  name: z.string('Enter your name.'),
  email: z.string('Enter your email address.'),
  password: z.string('Enter a password.'),
});
const signUpSchema = userSchema.extend({ organization: z.string('Enter a name for the organization.') });
const joinSchema = userSchema.extend({ invitation: z.string('Enter the invitation token.') });

/**
 * Creates an account with a new organization (`name`, `email`, `password`, `organization`), or one that joins an
 * existing organization (`invitation`, the token of the link, instead of `organization`), if `SIGN_UP` and
 * `SIGN_UP_DOMAINS` allow it.
 */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, clientIp) => {
    if ('invitation' in fields) {
      const { invitation: token, ...user } = parseInput(joinSchema, fields);
      requireSignUpAllowed(getEnv(), { email: user.email, isInvited: true });
      await countAttempt(getDependencies(), 'invitation-ip', clientIp);
      const { organizationId } = await acceptInvitation(getDependencies(), { token, user });
      return { organizationId };
    }
    const input = parseInput(signUpSchema, fields);
    requireSignUpAllowed(getEnv(), { email: input.email, isInvited: false });
    await countAttempt(getDependencies(), 'sign-up-ip', clientIp);
    const { owner } = await signUp(getDependencies(), input, connectDashboard);
    return { organizationId: owner.organizationId };
  });
}
