/** The countries whose own publishers the sandbox's market has; `XX` stands for publishers read everywhere. */
export type Region = 'US' | 'GB' | 'DE' | 'FR' | 'JP' | 'XX';

/** A quality buyers compare. `{b}` stands for the brand and `{p}` for one of its products. */
export interface Feature {
  key: string;
  /** What a person calls it: "grip on wet rock". */
  label: string;
  /** Lower-case words in a prompt that ask for it. */
  asks: string[];
  /** Sentences about a brand that has it. */
  good: string[];
  /** Sentences about a brand that lacks it. */
  bad: string[];
}

/** An invented maker. Nothing about it is real: the name, the products and the domain are made up. */
export interface Brand {
  /** The name as it is written; unique over the market. */
  name: string;
  aliases: string[];
  /** The first part of its domain, before `.example`. */
  domain: string;
  /** ISO 3166-1 alpha-2 code of its home. */
  home: string;
  /** Keys of features. */
  strengths: string[];
  weaknesses: string[];
  /** Typical price in US dollars. */
  price: number;
  products: [string, string];
  /** One sentence about its character. */
  character: string;
  /** How well known it is at rest, 0 to 1. */
  base: number;
  /** Regions where it is hardly sold. */
  absent?: Region[];
  /** A long climb and a short fall that recurs, beside what happens to every brand (momentum.ts). */
  cycle?: { days: number; lowestOn: string; swing: number };
}

/** One kind of goods in the market. */
export interface Category {
  key: string;
  /** Plural, as in a sentence: "trail shoes". */
  name: string;
  singular: string;
  local: { de: string; fr: string; ja: string };
  /** Lower-case phrases, in any language, by which a prompt names it; the longest match wins. */
  terms: string[];
  /** What the price is for: "a pair", "a year". */
  unit: string;
  features: Feature[];
  /** Advice that needs no brand. */
  tips: string[];
  brands: Brand[];
}
