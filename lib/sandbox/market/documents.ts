import type { Brand, Category, Publisher } from '#lib/sandbox/data/market-data';
import type { DocumentKind, EventKind } from '#lib/sandbox/data/page-texts';

export type Aspect =
  | 'opener'
  | 'praise'
  | 'fault'
  | 'price'
  | 'character'
  | 'news'
  | 'trouble'
  | 'tip'
  | 'versus'
  | 'overview';

/** A sentence an answer may quote, and its aspect. */
export interface Sentence {
  text: string;
  /** The sentence before names were filled in; an answer quotes each pattern once. */
  pattern: string;
  aspect: Aspect;
  brand?: Brand;
  /** The brand it compares with. */
  other?: Brand;
  /** Key of the feature it rates. */
  feature?: string;
}

/** One page of the fictional web. */
export interface MarketDocument {
  id: number;
  url: string;
  title: string;
  publisher: Publisher;
  category: Category;
  kind: DocumentKind;
  /** The brands it mentions, in order, with their rating: −1, 0 or 1. */
  mentions: { brand: Brand; leaning: -1 | 0 | 1 }[];
  sentences: Sentence[];
  /** It is updated every `cycleDays` days, first on day `phaseDays` of the calendar. */
  cycleDays: number;
  phaseDays: number;
  /** A news item is published again when such an event happens to its brand. */
  event?: EventKind;
}
