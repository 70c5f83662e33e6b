import type { CitationPill, Source } from '#lib/contract/results/assistants';
import { getDomain, normalizeUrl } from '#lib/core/urls/normalize-url';

export interface SourceDetails {
  label?: string | null | undefined;
  description?: string | null | undefined;
}

/** Collects the sources of one answer: each page once, numbered from 1 in order of first appearance. */
export interface SourceList {
  /** Adds a page, or finds it and fills in missing details. Returns undefined if the URL is not a web URL. */
  add(url: string, details?: SourceDetails): Source | undefined;
  list(): Source[];
}

export function createSourceList(): SourceList {
  const byUrl = new Map<string, Source & { hasLabel: boolean }>();
  // Answers repeat a few URLs, and parsing them takes most of the time.
  const pages = new Map<string, { domain: string; key: string }>();
  const readPage = (url: string) => {
    const page = pages.get(url) ?? { domain: getDomain(url), key: normalizeUrl(url) };
    pages.set(url, page);
    return page;
  };
  return {
    add(url, details = {}) {
      const { domain, key } = readPage(url);
      if (domain === '') return undefined;
      const label = details.label?.trim() ?? '';
      const description = details.description?.trim() ?? '';
      let source = byUrl.get(key);
      if (!source) {
        const position = byUrl.size + 1;
        source = { position, url, label: domain, hasLabel: false };
        byUrl.set(key, source);
      }
      if (!source.hasLabel && label !== '') Object.assign(source, { label, hasLabel: true });
      if (description !== '') source.description ??= description;
      return source;
    },
    list: () =>
      [...byUrl.values()].map(({ position, url, label, description }) => ({
        position,
        url,
        label,
        ...(description !== undefined && { description }),
      })),
  };
}

/** Returns the entry of a citation in `citationPills`. @param index the index of the citation in the answer, from 0 */
export function toCitationPill(source: Source, index: number): CitationPill {
  const { label, url, description, position } = source;
  return {
    label,
    citationPillId: index + 1,
    url,
    domain: getDomain(url),
    ...(description !== undefined && { description }),
    position,
  };
}

/**
 * Returns the label of a link as that of its page; undefined if it is only a number or a URL.
 * @param label the visible text, in Markdown
 */
export function readLinkLabel(label: string): string | undefined {
  const text = label
    .replaceAll(/[[\]*_`]/g, '')
    .replace(/\s*\+\s?\d{1,3}$/u, '')
    .trim();
  return /\p{L}/u.test(text) && !/^https?:/i.test(text) ? text : undefined;
}

/** Removes the parameter that ChatGPT adds to its links; the rest of the URL stays unchanged. */
export function removeReferralParameter(url: string): string {
  return url.replace(
    /([?&])utm_source=(?:openai|chatgpt\.com)(&|(?=#|$))/u,
    (_, lead: string, next: string) => (next === '&' ? lead : ''),
  );
}
