import { z } from 'zod';

/** The page an engine showed, as the service keeps it for a while (interface.md, `result.html`). */
export interface StoredPage {
  /** One a page. */
  addresses: string[];
  /** After this instant they answer with 410. */
  until: Date;
}

const keptHours = 24;
const withPage = z.object({ html: z.union([z.string(), z.array(z.string())]) });

/** The stored page of a result, if it was asked for; where its address does not tell its end, 24 hours after asking. */
export function storedPageOf(result: unknown, askedAt: Date): StoredPage | null {
  const parsed = withPage.safeParse(result);
  if (!parsed.success) return null;
  const addresses = [parsed.data.html].flat().filter((address) => /^https?:\/\//.test(address));
  const [first] = addresses;
  if (first === undefined) return null;
  const expires = Number(URL.parse(first)?.searchParams.get('expires'));
  const until =
    Number.isSafeInteger(expires) && expires > 0
      ? new Date(expires * 1000)
      : new Date(askedAt.getTime() + keptHours * 3_600_000);
  return { addresses, until };
}
