import { NextRequest } from 'next/server';
import type { AuthOptions } from 'next-auth';
import NextAuth from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { readLimitedBody } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import { authenticate } from '#lib/service/users/users';
import { getSessionCookieName, getSessionSecret, hasSecureCookies } from '../../../session';
import { getClientIp, maxFormBytes, respondWithError } from '../form-handler';

export const dynamic = 'force-dynamic';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

export function GET(request: NextRequest, context: RouteContext): Promise<Response> {
  return NextAuth(request, context, getAuthOptions());
}

/** Limits the body first, because next-auth reads forms of any size. */
export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  const body = await readLimitedBody(request.body, maxFormBytes);
  if (!body) return respondWithError(new ServiceError('PAYLOAD_TOO_LARGE'));
  return NextAuth(new NextRequest(request, { body: Buffer.from(body) }), context, getAuthOptions());
}

const sessionDays = 14;

/** Returns the configuration of next-auth. The session holds only the user ID; permissions are read per request. */
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
        authorize: (input, request) =>
          signIn(
            input?.email ?? '',
            input?.password ?? '',
            getClientIp(request.headers?.['x-forwarded-for']),
          ),
      }),
    ],
    logger: {
      error: (code) => log.error({ code }, 'sign-in error'),
      warn: (code) => log.debug({ code }, 'sign-in warning'),
      debug: () => {},
    },
  };
}

/** Checks the credentials. The sign-in form shows the message of a thrown error. */
async function signIn(email: string, password: string, clientIp: string) {
  try {
    return await authenticate(getDependencies(), { email, password, ipAddress: clientIp });
  } catch (error) {
    if (error instanceof ServiceError) throw new Error(error.message);
    log.error({ error: describeError(error) }, 'sign-in failed');
    throw new Error('Sign-in failed. Try again in a moment.');
  }
}
