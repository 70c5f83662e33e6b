import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/dependencies';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { countAttempt } from '#lib/service/users/throttle';
import { getCurrentUser, switchOrganization } from '../../../session';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({ token: z.string('Give the token of the invitation.') });

/** Joins the signed-in user to the organization of an invitation (`token`) and looks at it from then on. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, address) => {
    const { token } = parseInput(inputSchema, fields);
    const account = await getCurrentUser();
    if (!account) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'Sign in first, then open the invitation again.',
      });
    }
    await countAttempt(getDependencies(), 'invitation-address', address);
    const { organizationId } = await acceptInvitation(getDependencies(), {
      token,
      user: { id: account.user.id },
    });
    await switchOrganization(organizationId);
    return { organizationId };
  });
}
