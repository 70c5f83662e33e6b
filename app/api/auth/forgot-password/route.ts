import { z } from 'zod';
import { parseInput } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { requestPasswordReset } from '#lib/service/users/password-reset';
import { handleFormPost } from '../form-handler';

const inputSchema = z.object({ email: z.string('Enter your email address.') });

/** Requests a link to reset the password of `email`; the response is the same whether or not it has an account. */
export function POST(request: Request): Promise<Response> {
  return handleFormPost(request, async (fields, ipAddress) => {
    await requestPasswordReset(getDependencies(), parseInput(inputSchema, fields), { ipAddress });
    return {};
  });
}
