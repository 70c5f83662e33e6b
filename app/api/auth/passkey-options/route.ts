import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { startPasskeyVerification } from '#lib/service/users/verify-passkey';
import { handleFormPost } from '../form-handler';

/** Returns the `options` that a browser needs to sign in with a passkey. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (_fields, clientIp) => {
    await countAttempt(getDependencies(), 'passkey-ip', clientIp);
    return { options: await startPasskeyVerification(getDependencies()) };
  });
}
