import type { CitationPill, Source } from '#lib/contract/results/shared';
import type { Draft } from '#lib/sandbox/draft';
import type { MarketDocument } from '#lib/sandbox/market/document';

/** The sources of an answer, as results list them. */
export function sourcesOf(draft: Draft): Source[] {
  return draft.sources.map((document, index) => ({
    position: index + 1,
    url: document.url,
    label: document.title,
    description: snippet(document),
  }));
}

/** One pill for each pointer in the text; `position` is that of the source it points at. */
export function pillsOf(draft: Draft): CitationPill[] {
  return pillsAndPages(draft).map(({ pill }) => pill);
}

/** The same, each with the page it points at. */
export function pillsAndPages(draft: Draft): { pill: CitationPill; document: MarketDocument }[] {
  const cites = draft.blocks.flatMap((block) => block.spans.flatMap((span) => span.cites ?? []));
  return cites.flatMap((position, index) => {
    const document = draft.sources[position - 1];
    if (document === undefined) return [];
    const { publisher, url } = document;
    const pill = {
      label: publisher.name,
      citationPillId: index + 1,
      url,
      domain: publisher.domain,
      description: snippet(document),
      position,
    };
    return [{ pill, document }];
  });
}

/** The first two things a page says. */
export function snippet(document: MarketDocument): string {
  const [first, second] = document.sentences.filter(({ aspect }) => aspect !== 'opener');
  return [first?.text, second?.text].filter((text) => text !== undefined).join(' ');
}
