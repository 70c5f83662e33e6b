import { z } from 'zod';
import { getCurrentUser, switchOrganization } from '#app/session.ts';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requireVerifiedSignUpEmail } from '#lib/core/sign-up-policy';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({ token: z.string('Enter the invitation token.') });

/** Accepts an invitation (`token`) for the signed-in user and switches to its organization. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, clientIp) => {
    const { token } = parseInput(inputSchema, fields);
    const account = await getCurrentUser();
    if (!account) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'You are not signed in. Sign in, then open the invitation again.',
      });
    }
    requireVerifiedSignUpEmail(getEnv(), account.user);
    await countAttempt(getDependencies(), 'invitation-ip', clientIp);
    const { organizationId } = await acceptInvitation(getDependencies(), {
      token,
      user: { id: account.user.id },
    });
    await switchOrganization(organizationId);
    return { organizationId };
  });
}
