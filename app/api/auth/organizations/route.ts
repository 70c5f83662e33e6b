import { z } from 'zod';
import { getClient, getCurrentUser, switchOrganization } from '#app/session.ts';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { isSignUpOpen, requireVerifiedSignUpEmail } from '#lib/core/sign-up-policy';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { connectDashboard } from '../connect-dashboard';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({ organization: z.string('Enter a name for the organization.') });

/** Creates an organization (`organization`, its name) that the signed-in user owns, and switches to it. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields) => {
    const { organization: name } = parseInput(inputSchema, fields);
    const account = await getCurrentUser();
    if (!account) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'You are not signed in. Sign in, then create the organization again.',
      });
    }
    requireVerifiedSignUpEmail(getEnv(), account.user);
    if (!isSignUpOpen(getEnv())) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message:
          'Only the operator of this instance can create organizations. Ask for an invitation instead.',
      });
    }
    const { id: userId } = account.user;
    await countAttempt(getDependencies(), 'organization-creation', userId);
    const dependencies = { ...getDependencies(), client: await getClient() };
    const { organizationId } = await createOwnOrganization(dependencies, { userId, name }, connectDashboard);
    await switchOrganization(organizationId);
    return { organizationId };
  });
}
