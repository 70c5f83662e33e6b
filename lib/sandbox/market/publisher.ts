import type { Region } from '#lib/sandbox/market/category';

export type PublisherType =
  | 'news'
  | 'reviews'
  | 'forum'
  | 'social'
  | 'video'
  | 'encyclopedia'
  | 'shop'
  | 'government'
  | 'education'
  | 'own';

export type Language = 'en' | 'de' | 'fr' | 'ja';

/** What a publisher favours when it writes. */
export type Leaning = 'even' | 'budget' | 'premium' | 'domestic' | 'sceptical';

/** An invented publisher. Its domain is `<something>.example`, which no one can register (RFC 2606). */
export interface Publisher {
  domain: string;
  name: string;
  type: PublisherType;
  region: Region;
  language: Language;
  leaning: Leaning;
  /** Keys of the categories it writes about; empty for all. */
  categories: string[];
}

/** Domain (without `.example`), name, type, leaning, then the categories it keeps to (none: it covers all). */
export type PublisherRow = [
  domain: string,
  name: string,
  type: PublisherType,
  leaning: Leaning,
  ...covered: string[],
];
