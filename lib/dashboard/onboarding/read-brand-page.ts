import { findAll, getAttributeValue, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { FetchedPage } from '#lib/dashboard/onboarding/fetch-start-page';
import { findOwnerNames } from '#lib/dashboard/onboarding/linked-data';

const maxAliases = 5;
const maxNameLength = 60;

/** What a site says of itself, offered as a brand to be looked over. */
export interface SuggestedBrand {
  /** Empty where the page names nobody. */
  name: string;
  /** Other names the page itself uses. Never made from the domain. */
  aliases: string[];
  /** What the name was read from. */
  readFrom: 'schema.org' | 'Open Graph' | 'title' | null;
  description: string | null;
}

/** Reads schema.org data, Open Graph and the title of a page, in this order of trust. */
export function readBrandPage({ html }: Pick<FetchedPage, 'html'>): SuggestedBrand {
  const document = parseDocument(html);
  const blocks = findAll(
    (element) =>
      element.name === 'script' && getAttributeValue(element, 'type')?.trim() === 'application/ld+json',
    document.children,
  ).map(textContent);
  const metas = new Map(
    findAll((element) => element.name === 'meta', document.children)
      .map((element): [string, string] => [
        (getAttributeValue(element, 'property') ?? getAttributeValue(element, 'name') ?? '').toLowerCase(),
        clean(getAttributeValue(element, 'content') ?? ''),
      ])
      .toReversed(),
  );
  const titleElement = findAll((element) => element.name === 'title', document.children)[0];
  const title = clean(titleElement ? textContent(titleElement) : '');

  const { names, alternateNames } = findOwnerNames(blocks);
  const siteName = metas.get('og:site_name') ?? metas.get('application-name') ?? '';
  const candidates = [
    { readFrom: 'schema.org' as const, name: names.map(clean).find(isName) },
    { readFrom: 'Open Graph' as const, name: isName(siteName) ? siteName : undefined },
    { readFrom: 'title' as const, name: nameInTitle(title, metas.get('og:title') ?? '') },
  ];
  const chosen = candidates.find(({ name }) => name !== undefined);
  const name = chosen?.name ?? '';
  const others = [...names, ...alternateNames, siteName].map(clean).filter(isName);
  return {
    name,
    aliases: distinct(others)
      .filter((other) => other.toLowerCase() !== name.toLowerCase())
      .slice(0, maxAliases),
    readFrom: chosen?.readFrom ?? null,
    description: metas.get('og:description') || metas.get('description') || null,
  };
}

/**
 * The part of a title that names the site: sites set it off by a dash or bar, most often as the shortest part.
 * Of two titles, the part they share.
 */
function nameInTitle(title: string, ogTitle: string): string | undefined {
  const parts = splitTitle(title);
  const others = splitTitle(ogTitle);
  const shared = parts.filter((part) => others.includes(part));
  const among = shared.length > 0 && shared.length < parts.length ? shared : parts;
  return among.filter(isName).toSorted((a, b) => a.length - b.length)[0];
}

function splitTitle(title: string): string[] {
  return title.split(/\s+[|–—·»:-]\s+|\s*[|–—·»]\s*|:\s+/u).map((part) => part.trim());
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= maxNameLength && /\p{L}|\p{N}/u.test(text);
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function distinct(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
}
