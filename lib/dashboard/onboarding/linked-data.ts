import { z } from 'zod';
import { exceedsJsonDepth } from '#lib/core/input-limits';

const maxDepth = 40;
const maxNodes = 500;

/** The schema.org types that speak of whoever owns a site. */
const ownerTypes =
  /(?:^|[/#:])(?:\w*Organization|Corporation|Brand|\w*Business|\w*Store|WebSite|SoftwareApplication|Airline|Restaurant|Hotel)$/;

const texts = z
  .union([z.string(), z.array(z.unknown())])
  .transform((value) => [value].flat().filter((one) => typeof one === 'string'))
  .catch([]);

const owner = z.looseObject({ '@type': texts, name: texts, alternateName: texts, legalName: texts });

/** What a page's schema.org data calls its owner. */
export interface OwnerNames {
  names: string[];
  alternateNames: string[];
}

/**
 * The names that JSON-LD blocks give the organization, brand or site, in the page's order; organizations before
 * mere sites. Broken blocks are passed over: other people wrote them.
 */
export function findOwnerNames(blocks: readonly string[]): OwnerNames {
  const owners = blocks
    .flatMap(listNodes)
    .flatMap((node) => owner.safeParse(node).data ?? [])
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

/** Every object of a block: itself, its list, its `@graph`, and what they hold as publisher or brand. */
function listNodes(block: string): unknown[] {
  if (exceedsJsonDepth(block, maxDepth)) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(block);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const found: unknown[] = [];
  const waiting = [parsed];
  while (waiting.length > 0 && found.length < maxNodes) {
    const next = waiting.shift();
    if (Array.isArray(next)) waiting.push(...next);
    else if (next !== null && typeof next === 'object') {
      found.push(next);
      const held = new Map<string, unknown>(Object.entries(next));
      for (const key of ['@graph', 'publisher', 'brand', 'mainEntity']) {
        if (held.has(key)) waiting.push(held.get(key));
      }
    }
  }
  return found;
}
