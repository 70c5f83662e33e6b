import { parse } from 'tldts';
import { findSuffixType } from '#lib/dashboard/projects/domain-type-rules';

/**
 * Groups domains by type and suffix, as the product embeds them: `{ news: { "co.uk": "bbc mirror" } }`. Hosts that are
 * no registrable domains, and domains whose suffix already tells the type, are omitted.
 */
export function buildDomainLists(types: ReadonlyMap<string, string>): Record<string, Record<string, string>> {
  const lists: Record<string, Record<string, string>> = {};
  for (const [host, type] of [...types].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { domain, publicSuffix, isIcann } = parse(host, { allowPrivateDomains: true });
    if (domain !== host || !publicSuffix || !isIcann || findSuffixType(host) === type) continue;
    const name = host.slice(0, -publicSuffix.length - 1);
    const bySuffix = lists[type] ?? {};
    lists[type] = bySuffix;
    bySuffix[publicSuffix] = `${bySuffix[publicSuffix] ?? ''} ${name}`.trim();
  }
  return lists;
}
