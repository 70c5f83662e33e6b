import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';
import { sanitizeText } from '#lib/core/text';
import { storedPages } from '#lib/db/schema/tasks';
import type { Service } from '#lib/service/instance/service';

type PageStore = Pick<Service, 'db' | 'clock' | 'settings'>;

/** The parameters of a signed page URL. */
export interface SignedPage {
  id: string;
  /** From 1. */
  page: number;
  /** Unix seconds. */
  expires: number;
}

/**
 * Stores the pages of one result for HTML_RETENTION_HOURS.
 * @returns their signed URLs, in order
 */
export async function storePages(
  { db, clock, settings }: PageStore,
  organizationId: string,
  pages: readonly string[],
): Promise<string[]> {
  const id = randomUUID();
  const expiresAt = new Date(clock.now().getTime() + settings.HTML_RETENTION_HOURS * 3_600_000);
  const expires = Math.ceil(expiresAt.getTime() / 1000);
  await db.insert(storedPages).values(
    pages.map((html, index) => ({
      organizationId,
      id,
      page: index + 1,
      html: sanitizeText(html),
      expiresAt,
    })),
  );
  return pages.map((_, index) => {
    const page = index + 1;
    const signature = signPage(settings, { id, page, expires });
    return `${settings.STORAGE_URL}/results/${id}/page-${page}.html?expires=${expires}&signature=${signature}`;
  });
}

export type StoredPage = { found: true; html: string } | { found: false; reason: 'signature' | 'expired' };

/** Returns a stored page if the signature of its URL is valid and the page has not expired. */
export async function readStoredPage(
  { db, clock, settings }: PageStore,
  { signature, ...signed }: SignedPage & { signature: string },
): Promise<StoredPage> {
  if (!isSameSecret(signature, signPage(settings, signed))) return { found: false, reason: 'signature' };
  if (signed.expires * 1000 <= clock.now().getTime()) return { found: false, reason: 'expired' };
  const [row] = await db
    .select({ html: storedPages.html })
    .from(storedPages)
    .where(and(eq(storedPages.id, signed.id), eq(storedPages.page, signed.page)));
  return row ? { found: true, html: row.html } : { found: false, reason: 'expired' };
}

function signPage({ NEXTAUTH_SECRET: secret }: Env, { id, page, expires }: SignedPage): string {
  if (!secret)
    throw new Error('NEXTAUTH_SECRET is not set. Set it, or start with `npm start`, which generates one.');
  return hmacSha256Hex(secret, `stored-page:${id}:${page}:${expires}`);
}
