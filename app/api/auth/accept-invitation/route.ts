import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/parse-input';
import { place } from '#lib/dashboard/session/place';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { countAttempt } from '#lib/service/users/throttle';
import { chooseOrganization, currentAccount } from '../../../session';
import { answerPost } from '../answer-post';

const inputSchema = z.object({ token: z.string('Give the token of the invitation.') });

/** Joins the signed-in user to the organization of an invitation (`token`) and looks at it from then on. */
export function POST(request: Request): Promise<Response> {
  return answerPost(request, async (fields, address) => {
    const { token } = parseInput(inputSchema, fields);
    const account = await currentAccount();
    if (!account) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'Sign in first, then open the invitation again.',
      });
    }
    await countAttempt(place(), 'invitation-address', address);
    const { organizationId } = await acceptInvitation(place(), { token, user: { id: account.user.id } });
    await chooseOrganization(organizationId);
    return { organizationId };
  });
}
