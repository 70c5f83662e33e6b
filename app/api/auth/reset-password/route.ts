import { z } from 'zod';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { resetPassword } from '#lib/service/users/password-reset';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({
  token: z.string('Open the link in the email again.'),
  password: z.string('Enter a password.'),
});

/** Sets a new `password` with the `token` of a link. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, ipAddress, userAgent) => {
    const input = parseInput(inputSchema, fields);
    await countAttempt(getDependencies(), 'email-link-ip', ipAddress);
    await resetPassword(getDependencies(), input, { ipAddress, userAgent });
    return {};
  });
}
