import { cookies, headers } from 'next/headers';
import { NextRequest } from 'next/server';
import type { AuthOptions, RequestInternal } from 'next-auth';
import NextAuth from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import { getSafeRedirectPath } from '#app/session.ts';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { readClientAddress } from '#lib/core/ip-address';
import { log } from '#lib/core/log';
import { recordSecurityEvent } from '#lib/core/security-events';
import { readLimitedBody } from '#lib/core/validation';
import { getDependencies } from '#lib/dashboard/session/session';
import {
  getCookieName,
  getCookieOptions,
  getSessionCookieName,
  getSessionSecret,
  hasSecureCookies,
} from '#lib/dashboard/session/session-cookie';
import { endSessionById, sessionDays } from '#lib/service/users/sessions';
import { maxFormBytes, respondWithError } from '../form-handler';
import { listOAuthProviders, readCallbackPath, toIdentity } from '../identity-providers';
import { type Client, signInWithCode, signInWithPasskey, signInWithPassword } from '../sign-in';
import { signInWithIdentity } from '../sign-in-with-identity';

export const dynamic = 'force-dynamic';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/**
 * Responds to next-auth's own requests. Its session endpoint reveals nothing: pages read the session themselves, and a
 * token can outlive its session.
 */
export async function GET(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  // These callbacks accept only POST requests; next-auth would respond with 500.
  if (action === 'callback' && ['credentials', 'second-step', 'passkey'].includes(provider ?? '')) {
    return respondWithError(new ServiceError('METHOD_NOT_ALLOWED'));
  }
  if (action === 'session') return Response.json({}, { headers: { 'Cache-Control': 'no-store' } });
  return NextAuth(await dropMalformedCallbackUrls(request), context, getAuthOptions());
}

/**
 * Passes forms to next-auth, but rejects log entries from browsers. Limits the size of the body, because next-auth reads
 * forms of any size.
 */
export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action] = (await context.params).nextauth;
  if (action === '_log') return respondWithError(new ServiceError('RESOURCE_NOT_FOUND'));
  const body = await readLimitedBody(request.body, maxFormBytes);
  if (!body) return respondWithError(new ServiceError('PAYLOAD_TOO_LARGE'));
  const limitedRequest = new NextRequest(request, { body: Buffer.from(body) });
  return NextAuth(await dropMalformedCallbackUrls(limitedRequest), context, getAuthOptions());
}

/** Removes repeated callback URLs, and those that next-auth cannot parse, since it would respond with 500. */
async function dropMalformedCallbackUrls(request: NextRequest): Promise<NextRequest> {
  const cookieStore = await cookies();
  for (const { name, value } of cookieStore.getAll()) {
    if (name.endsWith('next-auth.callback-url') && !isCallbackUrl(value))
      cookieStore.delete({ name, ...getCookieOptions() });
  }
  const url = new URL(request.url);
  const requested = url.searchParams.getAll('callbackUrl');
  if (requested.length === 0 || (requested.length === 1 && isCallbackUrl(requested[0] ?? ''))) return request;
  url.searchParams.delete('callbackUrl');
  return new NextRequest(url, request);
}

/** Returns whether a text is a path or an HTTP(S) URL. */
function isCallbackUrl(text: string): boolean {
  const url = URL.parse(text, text.startsWith('/') ? getEnv().APP_URL : undefined);
  return url !== null && /^https?:$/.test(url.protocol);
}

const sessionUserSchema = z.object({ sessionId: z.uuid() });

/** Returns the configuration of next-auth. The cookie holds only the session's ID; permissions are read per request. */
export function getAuthOptions(): AuthOptions {
  return {
    secret: getSessionSecret(),
    useSecureCookies: hasSecureCookies(),
    session: { strategy: 'jwt', maxAge: sessionDays * 86_400 },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: getSessionCookieName(), options: getCookieOptions() },
      callbackUrl: { name: getCookieName('next-auth.callback-url'), options: getCookieOptions() },
      csrfToken: { name: getCookieName('next-auth.csrf-token'), options: getCookieOptions() },
      pkceCodeVerifier: createFlowCookie('pkce.code_verifier'),
      state: createFlowCookie('state'),
      nonce: createFlowCookie('nonce'),
    },
    providers: [
      credentials({
        credentials: { email: {}, password: {} },
        authorize: (input, request) =>
          signInWithPassword(
            { email: input?.email ?? '', password: input?.password ?? '' },
            getClient(request),
          ),
      }),
      credentials({
        id: 'second-step',
        credentials: { code: {} },
        authorize: (input, request) => signInWithCode(input?.code ?? '', getClient(request)),
      }),
      credentials({
        id: 'passkey',
        credentials: { response: {} },
        authorize: (input, request) => signInWithPasskey(input?.response ?? '', getClient(request)),
      }),
      ...listOAuthProviders(getEnv()),
    ],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.type !== 'oauth') return true;
        const identity = toIdentity(account.provider, profile);
        const outcome = await signInWithIdentity(identity, await readClient(), await readCallbackPath());
        if (typeof outcome === 'string') return outcome;
        Object.assign(user, { sessionId: outcome.sessionId });
        return true;
      },
      // `user` is set only at sign-in.
      jwt: ({ token, user }) => {
        const sessionId = sessionUserSchema.safeParse(user).data?.sessionId;
        return sessionId === undefined ? token : { sessionId };
      },
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return baseUrl + getSafeRedirectPath(path);
      },
    },
    events: {
      signOut: async ({ token }) => {
        const sessionId = sessionUserSchema.safeParse(token).data?.sessionId;
        if (sessionId) await endSessionById(getDependencies(), sessionId);
      },
    },
    logger: {
      error: (code) => {
        log.error({ code }, 'sign-in error');
        if (/OAUTH/.test(code)) recordSecurityEvent('sign-in.failed', { method: 'identity-provider' });
      },
      warn: (code) => log.debug({ code }, 'sign-in warning'),
      debug: () => {},
    },
  };
}

/** Seconds that a user has to sign in at an identity provider. */
const flowSeconds = 15 * 60;

/** Describes a cookie with which next-auth recognizes the answer of an identity provider. */
function createFlowCookie(name: string) {
  return {
    name: getCookieName(`next-auth.${name}`),
    options: { ...getCookieOptions(), maxAge: flowSeconds },
  };
}

function getClient({ headers }: Pick<RequestInternal, 'headers'>): Client {
  return {
    ipAddress: readClientAddress(headers?.['x-forwarded-for']),
    userAgent: String(headers?.['user-agent'] ?? ''),
  };
}

/** Returns the IP address and user agent of the current request. */
async function readClient(): Promise<Client> {
  return getClient({ headers: Object.fromEntries(await headers()) });
}
