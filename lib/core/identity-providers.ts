import type { Env } from '#lib/core/env';

/** An identity provider that users can sign in with, as configured by settings. */
export interface IdentityProvider {
  id: 'google' | 'github' | 'oidc';
  /** As shown to users. */
  name: string;
  /** The URL of the issuer, within which account IDs are unique. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Lists the identity providers whose settings are complete. */
export function listIdentityProviders(settings: Env): IdentityProvider[] {
  const { OIDC_NAME, OIDC_ISSUER } = settings;
  const candidates = [
    {
      id: 'google' as const,
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'github' as const,
      name: 'GitHub',
      issuer: 'https://github.com',
      clientId: settings.GITHUB_CLIENT_ID,
      clientSecret: settings.GITHUB_CLIENT_SECRET,
    },
    {
      id: 'oidc' as const,
      name: OIDC_NAME,
      issuer: OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    },
  ];
  return candidates.flatMap(({ issuer, clientId, clientSecret, ...provider }) =>
    issuer && clientId && clientSecret ? [{ ...provider, issuer, clientId, clientSecret }] : [],
  );
}
