import type { CitationPill, Source } from '#lib/contract/results/assistants';
import type { Item } from '#lib/sandbox/answers/answer-plan';
import type { Ranked, Statement } from '#lib/sandbox/answers/retrieve';
import type { MarketDocument } from '#lib/sandbox/market/documents';

/** A run of text and the positions of the sources it cites. */
export interface Span {
  text: string;
  bold?: boolean;
  cites?: number[];
}

export interface Block {
  kind: 'heading' | 'paragraph' | 'bullet' | 'numbered' | 'note';
  spans: Span[];
}

/** An answer in blocks with its sources; position n of a source is index n − 1. */
export interface Draft {
  blocks: Block[];
  sources: MarketDocument[];
  /** Number of cited sources; they come first. */
  cited: number;
}

/** The last line of every answer of the sandbox. */
export const sandboxNote = 'Sandbox answer: the brands, pages and prices here belong to a fictional market.';

/** Collects blocks and numbers sources in the order they are first cited. */
export class DraftWriter {
  readonly #blocks: Block[] = [];
  readonly #sources: MarketDocument[] = [];
  readonly #maxSources: number;

  constructor(maxSources: number) {
    this.#maxSources = maxSources;
  }

  add(kind: Block['kind'], ...spans: Span[]): void {
    if (spans.length > 0) this.#blocks.push({ kind, spans });
  }

  /** Joins statements with spaces; each cites its pages while the limit of sources allows. */
  spans(statements: readonly Statement[]): Span[] {
    return statements.flatMap((statement, index) => {
      const cites = statement.documents.flatMap((document) => this.#position(document));
      const span: Span = cites.length === 0 ? { text: statement.text } : { text: statement.text, cites };
      return index === 0 ? [span] : [{ text: ' ' }, span];
    });
  }

  /**
   * Formats an item: the brand's name in bold, then the statements about it; a tip has no name.
   * @param mark follows the name, also in bold
   * @param between separates the name from the statements
   */
  item({ brand, statements }: Item, mark: string, between: string): Span[] {
    const spans = this.spans(statements);
    return brand ? [{ text: `${brand.name}${mark}`, bold: true }, { text: between }, ...spans] : spans;
  }

  /** Ends the answer and adds further retrieved pages up to the limit of sources. */
  finish(ranked: Ranked[]): Draft {
    this.add('note', { text: sandboxNote });
    const cited = this.#sources.length;
    for (const { document } of ranked) {
      if (this.#sources.length >= this.#maxSources) break;
      this.#position(document);
    }
    return { blocks: this.#blocks, sources: this.#sources, cited };
  }

  #position(document: MarketDocument): number[] {
    const known = this.#sources.indexOf(document);
    if (known >= 0) return [known + 1];
    return this.#sources.length < this.#maxSources ? [this.#sources.push(document)] : [];
  }
}

/** Returns the sources of an answer as results list them. */
export function toSources(draft: Draft): Source[] {
  return draft.sources.map((document, index) => ({
    position: index + 1,
    url: document.url,
    label: document.title,
    description: snippet(document),
  }));
}

/** Returns one citation per marker in the text; `position` is that of its source. */
export function toCitationPills(draft: Draft): CitationPill[] {
  return listCitations(draft).map(({ pill }) => pill);
}

/** Returns the citations, each with its page. */
export function listCitations(draft: Draft): { pill: CitationPill; document: MarketDocument }[] {
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

/** Returns a page's first two statements. */
export function snippet(document: MarketDocument): string {
  const [first, second] = document.sentences.filter(({ aspect }) => aspect !== 'opener');
  return [first?.text, second?.text].filter((text) => text !== undefined).join(' ');
}
