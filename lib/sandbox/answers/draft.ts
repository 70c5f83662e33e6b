import type { CitationPill, Source } from '#lib/contract/results/shared';
import type { Item } from '#lib/sandbox/answers/answer-plan';
import type { Statement } from '#lib/sandbox/answers/quote-selector';
import type { Ranked } from '#lib/sandbox/answers/retrieve';
import type { MarketDocument } from '#lib/sandbox/market/documents';

/** A run of words, perhaps bold, and the positions of the sources it points at. */
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
  /** How many of the sources, from the first, the text points at. */
  cited: number;
}

/** What every answer of the sandbox ends with. */
export const sandboxNote = 'Sandbox answer: the brands, pages and prices here belong to a fictional market.';

/** Collects blocks and numbers sources in the order in which they are first pointed at. */
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

  /** Pieces with a space between them; each points at its pages, as far as there is room for more sources. */
  spans(statements: readonly Statement[]): Span[] {
    return statements.flatMap((statement, index) => {
      const cites = statement.documents.flatMap((document) => this.#position(document));
      const span: Span = cites.length === 0 ? { text: statement.text } : { text: statement.text, cites };
      return index === 0 ? [span] : [{ text: ' ' }, span];
    });
  }

  /**
   * What is said of a brand, behind its name; a tip has none.
   * @param mark ends the name, in bold like it
   * @param between stands before what is said
   */
  item({ brand, statements }: Item, mark: string, between: string): Span[] {
    const spans = this.spans(statements);
    return brand ? [{ text: `${brand.name}${mark}`, bold: true }, { text: between }, ...spans] : spans;
  }

  /** Ends the answer and lists further pages that were read, while there is room. */
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

/** The sources of an answer, as results list them. */
export function toSources(draft: Draft): Source[] {
  return draft.sources.map((document, index) => ({
    position: index + 1,
    url: document.url,
    label: document.title,
    description: snippet(document),
  }));
}

/** One pill for each pointer in the text; `position` is that of the source it points at. */
export function toCitationPills(draft: Draft): CitationPill[] {
  return listCitations(draft).map(({ pill }) => pill);
}

/** The same, each with the page it points at. */
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

/** The first two things a page says. */
export function snippet(document: MarketDocument): string {
  const [first, second] = document.sentences.filter(({ aspect }) => aspect !== 'opener');
  return [first?.text, second?.text].filter((text) => text !== undefined).join(' ');
}
