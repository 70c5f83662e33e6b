import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { removeInvisibleCharacters } from '#lib/core/invisible-characters';
import { exceedsJsonDepth } from '#lib/core/json-limits';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { listLanguagesOfWord } from '#lib/dashboard/scoring/common-words';

const maxAliases = 5;
const maxNameLength = 60;

/** A brand read from its website. */
export const suggestedBrandSchema = z.object({
  name: z.string().describe('Empty if the page contains no name.'),
  aliases: z.array(z.string()).describe('Other names on the page.'),
  readFrom: z
    .enum(['schema.org', 'Open Graph', 'title'])
    .nullable()
    .describe(
      'The part of the page that contains the name; null without a name. The meta element `application-name` counts as Open Graph.',
    ),
  description: z.string().nullable(),
});
export type SuggestedBrand = z.output<typeof suggestedBrandSchema>;

/**
 * Reads a brand from the schema.org data, the Open Graph data or the title of a page, in this order. If the name is a common
 * word and the page also writes it as the domain (monday.com), that is the name, and the word alone is no alias.
 * @param options.domains the domains of the site
 */
export function readBrandPage({
  html,
  domains = [],
}: {
  html: string;
  domains?: readonly string[];
}): SuggestedBrand {
  const { blocks, metas, title, language } = readElements(html);
  const { names, alternateNames } = findOwnerNames(blocks);
  const siteName = metas.get('og:site_name') ?? metas.get('application-name') ?? '';
  const candidates = [
    { readFrom: 'schema.org' as const, name: names.map(cleanText).find(isName) },
    { readFrom: 'Open Graph' as const, name: isName(siteName) ? siteName : undefined },
    { readFrom: 'title' as const, name: findNameInTitle(title, metas.get('og:title') ?? '') },
  ];
  const chosen = candidates.find(({ name }) => name !== undefined);
  const others = [...names, ...alternateNames, siteName].map(cleanText).filter(isName);
  const descriptions = ['og:title', 'og:description', 'description'].map((key) => metas.get(key) ?? '');
  const ownNames = domains.map((domain) =>
    toDomainName(domain, [...others, title, ...descriptions], language),
  );
  const isWordOf = (bare: string) => ownNames.find((own) => own?.word === bare.toLowerCase());
  const name = isWordOf(chosen?.name ?? '')?.name ?? chosen?.name ?? '';
  return {
    name,
    aliases: removeDuplicates(others)
      .filter((other) => other.toLowerCase() !== name.toLowerCase() && !isWordOf(other))
      .slice(0, maxAliases),
    readFrom: chosen?.readFrom ?? null,
    description: metas.get('og:description') || metas.get('description') || null,
  };
}

/**
 * Returns a domain as the page writes it in one of its texts, and the common word that it begins with. Undefined if the
 * page does not write it, as Apple does not call itself apple.com, or if it begins with no common word.
 */
function toDomainName(domain: string, texts: readonly string[], language: string) {
  const site = getRegistrableDomain(domain);
  const word = site.split('.')[0] ?? '';
  if (listLanguagesOfWord(word, ['en', language]).length === 0) return undefined;
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}.@/-]+|\.(?=\s|$)/u));
  const name = words.find((written) => written.toLowerCase() === site);
  return name === undefined ? undefined : { word, name };
}

/** The parser's time grows with the square of the depth. */
const maxElementDepth = 500;

/** Reads the JSON-LD blocks, meta elements by name, title and language of a page, up to the first element that is nested too deeply. */
function readElements(html: string) {
  const blocks: string[] = [];
  const titles: string[] = [];
  const metas = new Map<string, string>();
  let texts: string[] | null = null;
  let depth = 0;
  let language = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > maxElementDepth) parser.pause();
      texts = null;
      if (name === 'html') language ||= (attributes.lang ?? '').slice(0, 2).toLowerCase();
      if (name === 'title') texts = titles;
      if (name === 'script' && attributes.type?.trim() === 'application/ld+json') texts = blocks;
      texts?.push('');
      const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
      if (name === 'meta' && !metas.has(key)) metas.set(key, cleanText(attributes.content ?? ''));
    },
    ontext(text) {
      if (texts) texts[texts.length - 1] += text;
    },
    onclosetag() {
      depth -= 1;
      texts = null;
    },
  });
  parser.end(html);
  return { blocks, metas, title: cleanText(titles[0] ?? ''), language };
}

/**
 * Returns the part of a title that is probably the site's name: a part that both titles share, or the shortest part
 * between dashes, bars or colons.
 */
function findNameInTitle(title: string, ogTitle: string): string | undefined {
  const parts = splitTitle(title);
  const others = splitTitle(ogTitle);
  const shared = parts.filter((part) => others.includes(part));
  const candidates = shared.length > 0 && shared.length < parts.length ? shared : parts;
  return candidates.filter(isName).toSorted((a, b) => a.length - b.length)[0];
}

function splitTitle(title: string): string[] {
  return title.split(/\s+[|–—·»:-]\s+|\s*[|–—·»]\s*|:\s+/u).map((part) => part.trim());
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= maxNameLength && /\p{L}|\p{N}/u.test(text);
}

function cleanText(text: string): string {
  return removeInvisibleCharacters(text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ')).trim();
}

function removeDuplicates(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
}

const maxBlocks = 100;
const maxDepth = 40;
const maxNodes = 500;

const ownerTypes =
  /(?:^|[/#:])(?:\w*Organization|Corporation|Brand|\w*Business|\w*Store|WebSite|SoftwareApplication|Airline|Restaurant|Hotel)$/;

const textsSchema = z
  .union([z.string(), z.array(z.unknown())])
  .transform((value) => [value].flat().filter((entry) => typeof entry === 'string'))
  .catch([]);

const ownerSchema = z.looseObject({
  '@type': textsSchema,
  name: textsSchema,
  alternateName: textsSchema,
  legalName: textsSchema,
});

/**
 * Returns the names of organizations, brands and sites in the first JSON-LD blocks, in page order, sites last. Invalid
 * blocks are ignored.
 */
function findOwnerNames(blocks: readonly string[]) {
  const owners = blocks
    .slice(0, maxBlocks)
    .flatMap(listNodes)
    .flatMap((node) => ownerSchema.safeParse(node).data ?? [])
    .filter((node) => node['@type'].some((type) => ownerTypes.test(type)))
    .toSorted((a, b) => Number(isSite(a['@type'])) - Number(isSite(b['@type'])));
  return {
    names: owners.flatMap(({ name }) => name),
    alternateNames: owners.flatMap(({ alternateName, legalName }) => [...alternateName, ...legalName]),
  };
}

function isSite(types: readonly string[]): boolean {
  return types.every((type) => type.endsWith('WebSite'));
}

/** Lists the objects of a block, including those of its `@graph`, publisher, brand and main entity. */
function listNodes(block: string): unknown[] {
  if (exceedsJsonDepth(block, maxDepth)) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(block);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const nodes: unknown[] = [];
  const queue = [parsed];
  while (queue.length > 0 && nodes.length < maxNodes) {
    const next = queue.shift();
    if (Array.isArray(next)) queue.push(...next.slice(0, maxNodes));
    else if (next !== null && typeof next === 'object') {
      nodes.push(next);
      const properties = new Map<string, unknown>(Object.entries(next));
      for (const key of ['@graph', 'publisher', 'brand', 'mainEntity']) {
        if (properties.has(key)) queue.push(properties.get(key));
      }
    }
  }
  return nodes;
}
