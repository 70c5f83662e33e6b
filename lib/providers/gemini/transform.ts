import type { GenResult } from '#lib/contract/results/assistants';
import type { CitationPill } from '#lib/contract/results/shared';
import { getDomain } from '#lib/core/normalize';
import { type GeminiAnswer, getPage } from '#lib/providers/gemini/answer';
import { isRedirect } from '#lib/providers/gemini/redirects';
import type { GroundingChunk } from '#lib/providers/gemini/schema';
import { plainText } from '#lib/providers/shared/plain-text';
import { createSourceList } from '#lib/providers/shared/sources';

/**
 * Converts an answer to a `gen` result. Sources are the pages it was grounded in, in Gemini's order, then the pages
 * it opened. Each supported passage has one `citationPillId`, with a pill for every page that supports it. The
 * `description` of a pill is the passage, because Gemini describes no pages.
 * @param resolvedUrls pages by redirect; an unresolved redirect stays as it is
 */
export function toGenResult(
  answer: GeminiAnswer,
  resolvedUrls: ReadonlyMap<string, string>,
): Omit<GenResult, 'html'> {
  const sources = createSourceList();
  const addPage = (chunk: GroundingChunk) => {
    const page = getPage(chunk);
    if (!page?.uri) return undefined;
    const url = resolvedUrls.get(page.uri) ?? page.uri;
    const source = sources.add(url, { label: page.title });
    return source && { url, source };
  };
  for (const chunk of answer.chunks) addPage(chunk);
  for (const url of answer.openedPages) sources.add(url);
  const citationPills = answer.passages.flatMap((passage, index) => {
    const pills = new Map<number, CitationPill>();
    for (const chunk of passage.chunks) {
      const page = addPage(chunk);
      if (!page || pills.has(page.source.position)) continue;
      const { label, url, position } = page.source;
      const domain = findDomain(chunk, page.url);
      const description = plainText(passage.text);
      pills.set(position, { label, citationPillId: index + 1, url, domain, description, position });
    }
    return [...pills.values()];
  });
  return { text: plainText(answer.text), markdown: answer.text, sources: sources.all(), citationPills };
}

/** An unresolved redirect does not reveal the domain, but its title usually is the domain. */
function findDomain(chunk: GroundingChunk, url: string): string {
  if (!isRedirect(url)) return getDomain(url);
  const page = getPage(chunk);
  const name = page?.domain ?? page?.title ?? '';
  const isDomain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(name);
  return getDomain(isDomain ? `https://${name}` : url);
}
