import { z } from 'zod';
import sentenceData from './sentences.json' with { type: 'json' };
import titleData from './titles.json' with { type: 'json' };

export const documentKinds = [
  'review',
  'comparison',
  'best',
  'alternatives',
  'price',
  'problem',
  'how-to',
  'news',
  'overview',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const eventKinds = ['launch', 'award', 'price-cut', 'recall', 'shortage'] as const;
export type EventKind = (typeof eventKinds)[number];

const publisherTypes = [
  'news',
  'reviews',
  'forum',
  'social',
  'video',
  'encyclopedia',
  'shop',
  'government',
  'education',
  'own',
] as const;

const texts = z.array(z.string()).min(1);

/**
 * Sentence templates of the market's pages: `{b}` the brand, `{o}` another brand, `{p}` a product, `{m}` the price,
 * `{u}` its unit, `{c}` the category, `{s}` its singular, `{f}` and `{g}` features.
 */
export const sentences = z
  .strictObject({
    /** First sentences by type of publisher. */
    openers: z.record(z.enum(publisherTypes), texts),
    prices: texts,
    comparisons: texts,
    even: texts,
    switching: texts,
    overviews: texts,
    events: z.record(z.enum(eventKinds), texts),
    complaints: texts,
  })
  .parse(sentenceData);

const titlesByKind = z.record(z.enum(documentKinds), texts);

/** Title templates by language; `flourishes` are emoji that videos and posts may start with. */
export const titles = z
  .strictObject({
    flourishes: texts,
    en: titlesByKind,
    de: titlesByKind,
    fr: titlesByKind,
    ja: titlesByKind,
  })
  .parse(titleData);
