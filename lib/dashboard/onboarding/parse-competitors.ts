import { splitList } from '#lib/core/text';
import everydayWords from './everyday-words.json' with { type: 'json' };

/** A competitor that a user entered as text. */
export interface CompetitorInput {
  name: string;
  domains: string[];
}

/** The 2,600 most frequent English words of `scoring/common-words.json`, few enough for the browser. */
const everydayEnglish = new Set(everydayWords.words.split(' '));
const domainPattern = /^\(?(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#:]\S*?)?\)?$/iu;

/**
 * Parses competitors separated by commas, semicolons or line breaks, each a name, a website or both: "Nike nike.com,
 * adidas.com". Without a name, the website's longest label is the name, or the domain if that label is a common word
 * (monday.com). A name that occurs twice is listed once.
 */
export function parseCompetitors(text: string): CompetitorInput[] {
  const byName = new Map<string, CompetitorInput>();
  for (const entry of splitList(text, /[,;\n]/)) {
    const words: string[] = [];
    const domains: string[] = [];
    for (const word of entry.split(/\s+/)) {
      const domain = word.includes('.') ? domainPattern.exec(word)?.[1] : undefined;
      if (domain === undefined) words.push(word);
      else domains.push(domain.toLowerCase());
    }
    const enteredName = words.join(' ');
    const name = enteredName || toName(domains[0] ?? '');
    const key = name.toLowerCase();
    const earlier = byName.get(key);
    if (earlier === undefined) byName.set(key, { name, domains: [...new Set(domains)] });
    else if (domains.length > 0) earlier.domains = [...new Set([...earlier.domains, ...domains])];
  }
  return [...byName.values()];
}

/** Makes a name from a domain: "shop.adidas.co.uk" becomes "Adidas", and "hotels.com" stays. */
function toName(domain: string): string {
  const labels = domain.split('.').slice(0, -1);
  const [longest = ''] = labels.toSorted((a, b) => b.length - a.length);
  if (everydayEnglish.has(longest)) return domain.slice(domain.indexOf(longest));
  return `${longest.charAt(0).toUpperCase()}${longest.slice(1)}`;
}
