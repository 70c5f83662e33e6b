import { z } from 'zod';
import { isUuid } from '#lib/core/text';

/** An endpoint's ID: an MD5 hash in the form of a UUID, but without the version of one. */
export const endpointIdSchema = z.string('Invalid endpoint ID.').refine(isUuid, 'Invalid endpoint ID.');

/**
 * Returns a webhook URL for display: without its last path segment and query, which can contain secrets, and with the
 * first characters of the endpoint's ID, which distinguish endpoints that look alike.
 */
export function formatEndpointLabel(url: string, endpointId: string): string {
  const { host, pathname } = new URL(url);
  const parentPath = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return `${host}${parentPath}… #${endpointId.slice(0, 4)}`;
}
