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

/** Why an instance without a domain name has no passkeys. Its users can't change that. */
export const missingDomainReason =
  'Passkeys aren’t available on this instance, because its URL contains an IP address instead of a domain name. Ask the operator of this instance to change it.';

/** Returns the relying party. @throws ServiceError VALIDATION_ERROR if this instance has no domain name */
export function requireRelyingParty(): RelyingParty {
  const party = getRelyingParty();
  if (party) return party;
  throw new ServiceError('VALIDATION_ERROR', { message: missingDomainReason });
}
