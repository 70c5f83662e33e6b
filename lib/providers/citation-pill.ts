import type { CitationPill, Source } from '#lib/contract/results/shared';
import { domainOfAddress } from '#lib/core/compared-address';

/** The pill of one citation of a source. @param index its place among the citations of the answer, from 0 */
export function citationPill(source: Source, index: number): CitationPill {
  const { label, url, description, position } = source;
  return {
    label,
    citationPillId: index + 1,
    url,
    domain: domainOfAddress(url),
    ...(description !== '' && { description }),
    position,
  };
}
