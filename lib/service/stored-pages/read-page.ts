import type { Service } from '#lib/service/service';
import { isValidPageSignature } from '#lib/service/stored-pages/page-address';

export type StoredPage = { found: true; html: string } | { found: false; because: 'signature' | 'expired' };

/** Reads a stored page for whoever has its signed address. */
export async function readStoredPage(
  { db, clock, settings }: Service,
  given: { id: string; page: number; expires: number; signature: string },
): Promise<StoredPage> {
  if (!isValidPageSignature(settings, given)) return { found: false, because: 'signature' };
  if (given.expires * 1000 <= clock.now().getTime()) return { found: false, because: 'expired' };
  const { rows } = await db.$client.query<{ html: string }>({
    name: 'read-page',
    text: 'SELECT html FROM stored_pages WHERE id = $1 AND page = $2',
    values: [given.id, given.page],
  });
  const row = rows[0];
  return row ? { found: true, html: row.html } : { found: false, because: 'expired' };
}
