import { getCurrentUser } from '#app/session.ts';
import { ServiceError } from '#lib/core/errors';
import { getDependencies } from '#lib/dashboard/session/session';
import { resendVerification } from '#lib/service/users/email-verification';
import { handleFormPost } from '../form-handler';

/** Sends the signed-in user a new link that verifies the email address. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async () => {
    const account = await getCurrentUser();
    if (!account) {
      throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
        message: 'You are not signed in. Sign in, then ask for the link again.',
      });
    }
    const actor = { kind: 'member', userId: account.user.id, role: 'viewer' } as const;
    await resendVerification({ ...getDependencies(), actor });
    return {};
  });
}
