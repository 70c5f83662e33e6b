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

/** A sentence an answer may quote, and what it is about. */
export interface Sentence {
  text: string;
  /** The sentence before names were put in; an answer does not quote one pattern twice. */
  pattern: string;
  aspect: Aspect;
  brand?: Brand;
  /** The brand it is held against. */
  other?: Brand;
  /** Key of the feature it judges. */
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
  /** The brands it speaks of, in order, and how kindly: −1, 0 or 1. */
  mentions: { brand: Brand; leaning: -1 | 0 | 1 }[];
  sentences: Sentence[];
  /** It is brought up to date every so many days, for ever, first on day `phaseDays` of the calendar. */
  cycleDays: number;
  phaseDays: number;
  /** A news item returns when such an event happens to its brand. */
  event?: EventKind;
}
