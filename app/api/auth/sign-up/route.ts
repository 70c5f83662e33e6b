import { z } from 'zod';
import { parseInput } from '#lib/core/validation';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/credentials';
import { type Context, getDependencies } from '#lib/dashboard/session/dependencies';
import { createKey } from '#lib/service/api-keys/create-key';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { signUp } from '#lib/service/users/sign-up';
import { countAttempt } from '#lib/service/users/throttle';
import { enableSigning } from '#lib/service/webhooks/enable-signing';
import { handleFormPost } from '../form-handler';

const personSchema = z.object({
  name: z.string('Give your name.'),
  email: z.string('Give your e-mail address.'),
  password: z.string('Give a password.'),
});
const signUpSchema = personSchema.extend({ organization: z.string('Give the organization a name.') });
const joinSchema = personSchema.extend({ invitation: z.string('Give the token of the invitation.') });

/**
 * Makes an account: of somebody new with an organization of their own (`name`, `email`, `password`,
 * `organization`), or of somebody who joins one (`invitation`, the token of the link, instead).
 */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, address) => {
    if ('invitation' in fields) {
      const { invitation: token, ...user } = parseInput(joinSchema, fields);
      await countAttempt(getDependencies(), 'invitation-address', address);
      const { organizationId } = await acceptInvitation(getDependencies(), { token, user });
      return { organizationId };
    }
    const input = parseInput(signUpSchema, fields);
    await countAttempt(getDependencies(), 'sign-up-address', address);
    const { owner } = await signUp(getDependencies(), input, connectDashboard);
    return { organizationId: owner.organizationId };
  });
}

/** The organization and the dashboard's connection to the service come into being together. */
async function connectDashboard(owner: Context): Promise<void> {
  const { secret: apiKey } = await createKey(owner, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
}
