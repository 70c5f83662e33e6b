import { cookies } from 'next/headers';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { getSafeRedirectPath } from '#app/session.ts';
import { type Env, getEnv } from '#lib/core/env';
import { type IdentityProvider, listIdentityProviders } from '#lib/core/identity-providers';
import type { Identity } from '#lib/service/users/identities';
import { sessionDays } from '#lib/service/users/sessions';

/** Returns the configured identity providers in next-auth's format. */
export function listOAuthProviders(settings: Env): OAuthConfig<Record<string, unknown>>[] {
  return listIdentityProviders(settings).map(createProvider);
}

const getProfileId = ({ sub }: Record<string, unknown>) => ({ id: String(sub) });

function createProvider(provider: IdentityProvider): OAuthConfig<Record<string, unknown>> {
  const { id, name, issuer, clientId, clientSecret } = provider;
  const client = { id, name, clientId, clientSecret, type: 'oauth' as const, profile: getProfileId };
  if (id !== 'github') {
    return {
      ...client,
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      idToken: true,
      authorization: { params: getParameters(id) },
      checks: ['pkce', 'state', 'nonce'],
    };
  }
  // OAuth without OpenID Connect: the email addresses come from GitHub's API.
  return {
    ...client,
    issuer: `${issuer}/login/oauth`,
    checks: ['pkce', 'state'],
    token: `${issuer}/login/oauth/access_token`,
    authorization: { url: `${issuer}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
    userinfo: { request: ({ tokens }) => readGitHubProfile(tokens.access_token ?? '') },
  };
}

/** With `max_age`, an issuer states when it last authenticated the user (OpenID Connect Core 1.0, section 2). */
const getParameters = (id: IdentityProvider['id']) => ({
  scope: 'openid email profile',
  ...(id === 'oidc' ? { max_age: sessionDays * 86_400 } : {}),
});

const gitHubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);
const gitHubUserSchema = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });

/** Reads a GitHub account with its primary email address, and whether that is verified. */
async function readGitHubProfile(accessToken: string): Promise<Record<string, unknown>> {
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' };
    const url = `https://api.github.com${path}`;
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`GitHub responded with ${response.status}.`);
    return response.json();
  };
  const { id, login, name } = gitHubUserSchema.parse(await read('/user'));
  const primary = gitHubEmailsSchema.parse(await read('/user/emails')).find((email) => email.primary);
  return { sub: String(id), name: name ?? login, email: primary?.email, email_verified: primary?.verified };
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().catch(''),
  email_verified: z
    .union([z.literal(true), z.literal('true')])
    .optional()
    .catch(undefined),
  name: z.string().catch(''),
  auth_time: z.number().int().positive().optional().catch(undefined),
});

/**
 * Returns the identity in a provider’s claims.
 * @throws Error if they have no subject, or the provider is not configured
 */
export function toIdentity(providerId: string, claims: unknown): Identity {
  const provider = listIdentityProviders(getEnv()).find(({ id }) => id === providerId);
  if (!provider) throw new Error(`The identity provider ${providerId} is not configured.`);
  const { sub, email, email_verified, name, auth_time } = claimsSchema.parse(claims);
  const { issuer } = provider;
  const isEmailVerified = email_verified !== undefined;
  return { issuer, subject: sub, email, isEmailVerified, name, authTime: auth_time };
}

/** Returns the path that the visitor wanted to open before signing in. */
export async function readCallbackPath(): Promise<string> {
  // Set by next-auth; its name has a prefix over HTTPS.
  const all = (await cookies()).getAll();
  const url = all.find(({ name }) => name.endsWith('next-auth.callback-url'))?.value;
  if (!url || !URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return getSafeRedirectPath(pathname + search);
}
