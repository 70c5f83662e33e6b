import type { CitationPill, Source } from '#lib/contract/results/assistants';
import type { Statement } from '#lib/sandbox/answers/retrieve';
import type { ScoredDocument } from '#lib/sandbox/market/search-index';
import type { MarketDocument } from '#lib/sandbox/market/write-document';

/** The last line of the text of every answer of the sandbox. */
export const sandboxNote = 'Sandbox answer: the brands, pages and prices here belong to a fictional market.';

/** A piece of text and the positions of the sources it cites. */
export interface Span {
  text: string;
  isBold?: boolean;
  citedPositions?: number[];
}

export interface Block {
  kind: 'heading' | 'paragraph' | 'bullet' | 'numbered' | 'note';
  spans: Span[];
}

/** An answer in blocks with its sources; the source at position n has the index n − 1. */
export interface Draft {
  blocks: Block[];
  sources: MarketDocument[];
  /** Number of cited sources; they come first. */
  citedCount: number;
}

/** Collects blocks, and numbers sources in the order in which they are first cited. */
export class DraftWriter {
  readonly #blocks: Block[] = [];
  readonly #sources: MarketDocument[] = [];
  readonly #maxSources: number;

  constructor(maxSources: number) {
    this.#maxSources = maxSources;
  }

  /** Adds a block unless it is empty. */
  add(kind: Block['kind'], ...content: (Span | string)[]): void {
    if (content.length === 0) return;
    this.#blocks.push({
      kind,
      spans: content.map((span) => (typeof span === 'string' ? { text: span } : span)),
    });
  }

  /** Joins statements with spaces; each cites its pages, up to the limit of sources. */
  cite(statements: readonly Statement[]): Span[] {
    return statements.flatMap(({ documents, text }, index) => {
      const citedPositions = documents.flatMap((document) => this.#addSource(document));
      return [...(index === 0 ? [] : [{ text: ' ' }]), { text, citedPositions }];
    });
  }

  /** Ends the answer and lists further retrieved pages up to the limit of sources. */
  finish(retrieved: ScoredDocument[] = []): Draft {
    this.add('note', sandboxNote);
    const citedCount = this.#sources.length;
    for (const { document } of retrieved) this.#addSource(document);
    return { blocks: this.#blocks, sources: this.#sources, citedCount };
  }

  /** Returns the position of a source, which is added if it is new; an empty list if the limit is reached. */
  #addSource(document: MarketDocument): number[] {
    const index = this.#sources.indexOf(document);
    if (index >= 0) return [index + 1];
    return this.#sources.length < this.#maxSources ? [this.#sources.push(document)] : [];
  }
}

/** Returns the sources of an answer as results list them. */
export function toSources(draft: Draft): Source[] {
  return draft.sources.map((document, index) => ({
    position: index + 1,
    url: document.url,
    label: document.title,
    description: getSnippet(document),
  }));
}

/** Returns one citation per marker in the text; `position` is that of its source. */
export function toCitationPills(draft: Draft): CitationPill[] {
  return listCitations(draft).map(({ pill }) => pill);
}

/** Returns the citations, each with its page. */
export function listCitations({
  blocks,
  sources,
}: Draft): { pill: CitationPill; document: MarketDocument }[] {
  const positions = blocks.flatMap(({ spans }) => spans.flatMap((span) => span.citedPositions ?? []));
  return positions.flatMap((position, index) => {
    const document = sources[position - 1];
    if (document === undefined) return [];
    const pill = {
      label: document.publisher.name,
      citationPillId: index + 1,
      url: document.url,
      domain: document.publisher.domain,
      description: getSnippet(document),
      position,
    };
    return [{ pill, document }];
  });
}

/** Returns a page's first two sentences, not counting `framing` sentences, which begin or end a page. */
export function getSnippet({ sentences }: MarketDocument): string {
  return sentences
    .filter(({ aspect }) => aspect !== 'framing')
    .slice(0, 2)
    .map(({ text }) => text)
    .join(' ');
}
