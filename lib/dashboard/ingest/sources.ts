import { comparedAddress } from '#lib/core/compared-address';
import type { ReadAnswer } from '#lib/dashboard/ingest/read-result';
import { registrableDomain } from '#lib/dashboard/projects/parse-domain';

/** A source of an answer as it is stored. */
export interface SourceRow {
  /** From 1, distinct within the answer. */
  position: number;
  url: string;
  address: string;
  domain: string;
  label: string;
  /** Places in the text that point at it. */
  citations: number;
}

/**
 * The sources of an answer with their citations. An address that is listed twice gets its citations at its first
 * place; one that is cited without being listed comes after the listed ones.
 */
export function sourcesOf({ sources, citedUrls }: Pick<ReadAnswer, 'sources' | 'citedUrls'>): SourceRow[] {
  const rows: SourceRow[] = [];
  // By its address and as it was written, for most citations are written as they are listed.
  const firstOf = new Map<string, SourceRow>();
  const add = (url: string, label: string): SourceRow | undefined => {
    const address = comparedAddress(url);
    const domain = domainOf(url, label);
    // Some vendors list a tool as a source, without an address.
    if (domain === '') return undefined;
    const row = { position: rows.length + 1, url, address, domain, label, citations: 0 };
    rows.push(row);
    const first = firstOf.get(address) ?? row;
    firstOf.set(address, first).set(url, first);
    return row;
  };
  for (const { url, label } of [...sources].sort((a, b) => a.position - b.position)) add(url, label);
  for (const url of citedUrls) {
    const row = firstOf.get(url) ?? firstOf.get(comparedAddress(url)) ?? add(url, '');
    if (row) row.citations += 1;
  }
  return rows;
}

/** Where a search vendor lists a page behind a signpost of its own that soon expires. */
const signpost = /^https:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//;

/** The domain a source belongs to: behind a signpost that was not followed it is the one the vendor names it by. */
function domainOf(url: string, label: string): string {
  const named = signpost.test(url) ? registrableDomain(label) : '';
  return named || registrableDomain(url);
}
