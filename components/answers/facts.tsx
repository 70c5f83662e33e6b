import type { TrackedBrand } from '#lib/core/metric';

/** A mention: start, end, start, end, … in the text, in UTF-16 units. */
export interface SpanFacts {
  brandId: string;
  /** Rank by first mention among the brands mentioned. */
  rank: number;
  spans: readonly number[];
}

/** An answer as it is listed. */
export interface AnswerFacts {
  id: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  askedAt: Date;
  excerpt: { text: string; cutBefore: boolean; cutAfter: boolean; mentions: readonly SpanFacts[] };
  brandIds: readonly string[];
  ranks: readonly { brandId: string; rank: number }[];
  sources: number;
  cited: number;
  fictional: boolean;
}

export interface SourceOfAnswer {
  position: number;
  url: string;
  label: string;
  domain: string;
  type: string;
  /** Places in the text that point at it. */
  citations: number;
  fictional: boolean;
}

/** One whole answer, as it is opened beside a page. */
export interface WholeAnswer {
  id: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  sample: number;
  askedAt: Date;
  text: string;
  /** As the engine wrote it, where it is kept. */
  markdown: string | null;
  model: string | null;
  searchQueries: readonly string[];
  mentions: readonly SpanFacts[];
  brands: readonly TrackedBrand[];
  sources: readonly SourceOfAnswer[];
  extras: ExtrasOfAnswer;
  /** The page as the engine showed it; null where it was not asked for. */
  page: { addresses: readonly string[]; until: Date } | null;
}

export interface ExtrasOfAnswer {
  products: readonly { name: string; price: string; seller: string; rating: number | null; url: string }[];
  places: readonly {
    kind: 'place' | 'hotel';
    name: string;
    address: string;
    rating: number | null;
    url: string;
  }[];
  media: readonly { kind: 'video' | 'image'; title: string; source: string; url: string }[];
  related: readonly string[];
}

/** What the same cell was answered the time before. */
export interface AnswerBefore {
  id: string;
  askedAt: Date;
  model: string | null;
  text: string;
  brandIds: readonly string[];
  domains: readonly string[];
}

/** Where the parts of an answer come from; on a shared page there is only the answer itself. */
export interface AnswerLoaders {
  /** Null when it is gone. */
  load: (answerId: string) => Promise<WholeAnswer | null>;
  /** The engine's result as received, as JSON; null when it is gone. */
  loadRaw?: (answerId: string) => Promise<string | null>;
  /** Null where there is none before it. */
  loadBefore?: (answerId: string) => Promise<AnswerBefore | null>;
}
