import { isIP } from 'node:net';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';

/** The site that passkeys belong to (the relying party of WebAuthn). */
export interface RelyingParty {
  /** A domain name. */
  id: string;
  origin: string;
}

/**
 * Returns the site of `APP_URL` as relying party; null if its host is an IP address, which WebAuthn does not allow.
 */
export function getRelyingParty(): RelyingParty | null {
  const { hostname, origin } = new URL(getEnv().APP_URL);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin };
}

/** Returns the relying party. @throws ServiceError VALIDATION_ERROR if this instance has no domain name */
export function requireRelyingParty(): RelyingParty {
  const party = getRelyingParty();
  if (party) return party;
  throw new ServiceError('VALIDATION_ERROR', {
    message: 'Passkeys need a domain name. Open this instance at its domain, and set APP_URL to it.',
  });
}
