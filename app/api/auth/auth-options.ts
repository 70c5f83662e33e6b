import type { AuthOptions } from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { getDependencies } from '#lib/dashboard/session/dependencies';
import { authenticate } from '#lib/service/users/authenticate';
import { getSessionCookieName, getSessionSecret, hasSecureCookies } from '../../session';
import { getClientIp } from './form-handler';

const sessionDays = 14;

/** How people sign in. The session says only who it is; what they may do is read from the database each time. */
export function getAuthOptions(): AuthOptions {
  const secure = hasSecureCookies();
  return {
    secret: getSessionSecret(),
    useSecureCookies: secure,
    session: { strategy: 'jwt', maxAge: sessionDays * 86_400 },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: {
        name: getSessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    providers: [
      credentials({
        credentials: { email: {}, password: {} },
        authorize: (given, request) =>
          signIn(
            given?.email ?? '',
            given?.password ?? '',
            getClientIp(request.headers?.['x-forwarded-for']),
          ),
      }),
    ],
    logger: {
      error: (code) => log.error({ code }, 'signing in went wrong'),
      warn: (code) => log.debug({ code }, 'signing in may be set up wrongly'),
      debug: () => {},
    },
  };
}

/** What is thrown reaches the form as its text. */
async function signIn(email: string, password: string, address: string) {
  try {
    return await authenticate(getDependencies(), { email, password, address });
  } catch (error) {
    if (error instanceof ServiceError) throw new Error(error.message);
    log.error({ error: describeError(error) }, 'a sign-in could not be checked');
    throw new Error('Signing in did not work. Try again in a moment.');
  }
}
