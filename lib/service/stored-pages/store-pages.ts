import { randomUUID } from 'node:crypto';
import { sanitizeText } from '#lib/core/text';
import type { Service } from '#lib/service/service';
import { getSignedPageUrl } from '#lib/service/stored-pages/page-address';

const statement = `
  INSERT INTO stored_pages (organization_id, id, page, html, expires_at)
  SELECT $1, $2, page, html, $4 FROM unnest($3::text[]) WITH ORDINALITY AS stored (html, page)`;

/**
 * Stores the pages of one result until HTML_RETENTION_HOURS from now. One round trip.
 * @returns their signed addresses, in order
 */
export async function storePages(
  { db, clock, settings }: Service,
  organizationId: string,
  pages: readonly string[],
): Promise<string[]> {
  const id = randomUUID();
  const expiresAt = new Date(clock.now().getTime() + settings.HTML_RETENTION_HOURS * 3_600_000);
  await db.$client.query({
    name: 'store-pages',
    text: statement,
    values: [organizationId, id, pages.map(sanitizeText), expiresAt],
  });
  return pages.map((_, index) => getSignedPageUrl(settings, id, index + 1, expiresAt));
}
