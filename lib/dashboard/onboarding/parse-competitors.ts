import { splitList } from '#lib/core/text';

/** A competitor as the user typed it. */
export interface TypedCompetitor {
  name: string;
  domains: string[];
}

const domainPattern = /^\(?(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#:]\S*?)?\)?$/iu;

/**
 * Parses competitors separated by commas, semicolons or line breaks, each a name, a website or both: "Nike nike.com,
 * adidas.com". Without a name, the website's longest label is the name. The same name is listed once.
 */
export function parseTypedCompetitors(typed: string): TypedCompetitor[] {
  const byName = new Map<string, TypedCompetitor>();
  for (const entry of splitList(typed, /[,;\n]/)) {
    const words = entry.split(/\s+/);
    const domains = words.flatMap((word) => domainPattern.exec(word)?.[1]?.toLowerCase() ?? []);
    const typedName = words.filter((word) => !domainPattern.test(word)).join(' ');
    const name = typedName || toName(domains[0] ?? '');
    const key = name.toLowerCase();
    const earlier = byName.get(key);
    byName.set(key, {
      name: earlier?.name ?? name,
      domains: [...new Set([...(earlier?.domains ?? []), ...domains])],
    });
  }
  return [...byName.values()];
}

/** Makes a name from a domain: "shop.adidas.co.uk" becomes "Adidas". */
function toName(domain: string): string {
  const labels = domain.split('.').slice(0, -1);
  const [longest = ''] = labels.toSorted((a, b) => b.length - a.length);
  return `${longest.charAt(0).toUpperCase()}${longest.slice(1)}`;
}
