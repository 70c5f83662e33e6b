import type { GenResult } from '#lib/contract/results/gen';
import type { CitationPill } from '#lib/contract/results/shared';
import { domainOfAddress } from '#lib/core/compared-address';
import type { GeminiAnswer } from '#lib/providers/gemini/answer';
import type { GroundingChunk } from '#lib/providers/gemini/body';
import { addressOf, placeOf } from '#lib/providers/gemini/grounding';
import { plainText } from '#lib/providers/plain-text';
import { sourceList } from '#lib/providers/sources';

/**
 * An answer as this interface's `gen` result. Sources are the pages it was grounded in, in the vendor's order, then
 * those it opened by their addresses.
 * Each support is one pill, told by `citationPillId`, with an entry for every page that supports the passage;
 * its `description` is that passage, for the vendor describes no pages.
 * @param resolved the pages behind the vendor's redirects, by redirect; one that is missing stays itself
 */
export function genResult(
  answer: GeminiAnswer,
  resolved: ReadonlyMap<string, string>,
): Omit<GenResult, 'html'> {
  const sources = sourceList();
  const place = (chunk: GroundingChunk) => {
    const address = addressOf(chunk);
    if (address === undefined) return undefined;
    const url = resolved.get(address) ?? address;
    const source = sources.add(url, { label: placeOf(chunk)?.title });
    return source && { url, source };
  };
  for (const chunk of answer.chunks) place(chunk);
  for (const url of answer.opened) sources.add(url);
  const citationPills = answer.passages.flatMap((passage, index) => {
    const pills = new Map<number, CitationPill>();
    for (const chunk of passage.chunks) {
      const found = place(chunk);
      if (!found || pills.has(found.source.position)) continue;
      pills.set(found.source.position, {
        label: found.source.label,
        citationPillId: index + 1,
        url: found.source.url,
        domain: domainOf(chunk, found.url),
        description: plainText(passage.text),
        position: found.source.position,
      });
    }
    return [...pills.values()];
  });
  return { text: plainText(answer.text), markdown: answer.text, sources: sources.all(), citationPills };
}

/** A redirect that could not be resolved says nothing of the site, but its title usually is the domain. */
function domainOf(chunk: GroundingChunk, url: string): string {
  if (!isRedirect(url)) return domainOfAddress(url);
  const told = placeOf(chunk)?.domain ?? placeOf(chunk)?.title ?? '';
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(told)
    ? domainOfAddress(`https://${told}`)
    : domainOfAddress(url);
}

/** Whether an address is one of the vendor's own redirects, which expire. */
export function isRedirect(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^vertexaisearch\.cloud\.google\.com$/.test(url.hostname);
}
