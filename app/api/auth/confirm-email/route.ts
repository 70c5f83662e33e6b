import { z } from 'zod';
import { getCurrentUser } from '#app/session.ts';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { confirmEmail } from '#lib/service/users/email-change';
import { rememberDevice } from '../device-cookie';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({ token: z.string('Open the link in the email again.') });

/** Confirms an email address with the `token` of a link. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, ipAddress, userAgent) => {
    const input = parseInput(inputSchema, fields);
    await countAttempt(getDependencies(), 'email-link-ip', ipAddress);
    const account = await getCurrentUser();
    const options = { userId: account?.user.id ?? null, client: { ipAddress, userAgent } };
    const { email, isNew } = await confirmEmail(getDependencies(), input, options);
    // The cookie of a known browser is valid for one email address.
    if (isNew) await rememberDevice(email);
    return { email };
  });
}
