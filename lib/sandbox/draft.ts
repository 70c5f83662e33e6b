import type { MarketDocument } from '#lib/sandbox/market/document';
import type { Item } from '#lib/sandbox/outline';
import type { Piece } from '#lib/sandbox/quote';
import type { Ranked } from '#lib/sandbox/retrieve';

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
  readonly #mostSources: number;

  constructor(mostSources: number) {
    this.#mostSources = mostSources;
  }

  add(kind: Block['kind'], ...spans: Span[]): void {
    if (spans.length > 0) this.#blocks.push({ kind, spans });
  }

  /** Pieces with a space between them; each points at its pages, as far as there is room for more sources. */
  spans(pieces: readonly Piece[]): Span[] {
    return pieces.flatMap((piece, index) => {
      const cites = piece.documents.flatMap((document) => this.#position(document));
      const span: Span = cites.length === 0 ? { text: piece.text } : { text: piece.text, cites };
      return index === 0 ? [span] : [{ text: ' ' }, span];
    });
  }

  /**
   * What is said of a brand, behind its name; a tip has none.
   * @param mark ends the name, in bold like it
   * @param between stands before what is said
   */
  item({ brand, pieces }: Item, mark: string, between: string): Span[] {
    const spans = this.spans(pieces);
    return brand ? [{ text: `${brand.name}${mark}`, bold: true }, { text: between }, ...spans] : spans;
  }

  /** Ends the answer and lists further pages that were read, while there is room. */
  finish(ranked: Ranked[]): Draft {
    this.add('note', { text: sandboxNote });
    const cited = this.#sources.length;
    for (const { document } of ranked) {
      if (this.#sources.length >= this.#mostSources) break;
      this.#position(document);
    }
    return { blocks: this.#blocks, sources: this.#sources, cited };
  }

  #position(document: MarketDocument): number[] {
    const known = this.#sources.indexOf(document);
    if (known >= 0) return [known + 1];
    return this.#sources.length < this.#mostSources ? [this.#sources.push(document)] : [];
  }
}
