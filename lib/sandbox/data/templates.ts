import { z } from 'zod';
import { publisherTypeSchema } from '#lib/sandbox/data/market-data';
import phraseData from './answer-phrases.json' with { type: 'json' };
import kindData from './document-kinds.json' with { type: 'json' };
import patternData from './prompt-patterns.json' with { type: 'json' };
import sentenceData from './sentences.json' with { type: 'json' };
import titleData from './titles.json' with { type: 'json' };

const documentKindSchema = z.enum([
  'review',
  'comparison',
  'best',
  'alternatives',
  'price',
  'problem',
  'how-to',
  'news',
  'overview',
]);
export type DocumentKind = z.output<typeof documentKindSchema>;

export const { kinds: documentKinds, byPublisherType: kindsByPublisherType } = z
  .strictObject({
    kinds: z.record(
      documentKindSchema,
      z.strictObject({
        /** Typical number of days between updates of a page of this kind. Each page has 0.7 to 1.5 times as many. */
        typicalCycleDays: z.number(),
        /** Number of brands it mentions. */
        brands: z.number(),
        /** Additional words by which searches find it. */
        searchTerms: z.string(),
      }),
    ),
    /** The pages each type of publisher writes in a category, in order. */
    byPublisherType: z.record(publisherTypeSchema, z.array(documentKindSchema)),
  })
  .parse(kindData);

const eventKindSchema = z.enum(['launch', 'award', 'price-cut', 'recall', 'shortage']);
export type EventKind = z.output<typeof eventKindSchema>;
export const eventKinds = eventKindSchema.options;

const textsSchema = z.array(z.string()).min(1);

/**
 * Sentence templates of the market's pages. `{product}`, `{price}`, `{unit}` and `{feature}` are the brand's,
 * `{otherFeature}` is the other brand's, and `{singular}` is the category's.
 */
export const sentences = z
  .strictObject({
    /** First sentences by type of publisher. */
    openers: z.record(publisherTypeSchema, textsSchema),
    prices: textsSchema,
    comparisons: textsSchema,
    /** Sentences that call two brands equally good. */
    undecided: textsSchema,
    switching: textsSchema,
    overviews: textsSchema,
    events: z.record(eventKindSchema, textsSchema),
    complaints: textsSchema,
  })
  .parse(sentenceData);

const titlesByKind = z.record(documentKindSchema, textsSchema);

/** Title templates by language, and emoji with which the titles of videos and posts may start. */
export const titles = z
  .strictObject({
    emoji: textsSchema,
    en: titlesByKind,
    de: titlesByKind,
    fr: titlesByKind,
    ja: titlesByKind,
  })
  .parse(titleData);

/**
 * The intents of prompts. The first five have patterns, which are tried in this order. The others depend on the number of
 * brands in the prompt.
 */
export const intentSchema = z.enum([
  'alternatives',
  'problem',
  'price',
  'news',
  'how-to',
  'best',
  'versus',
  'profile',
]);
export type Intent = z.output<typeof intentSchema>;

const aspectSchema = z.enum([
  'framing',
  'praise',
  'fault',
  'price',
  'character',
  'news',
  'trouble',
  'tip',
  'versus',
  'overview',
]);
/**
 * The subject of a sentence; unrelated to the aspects of sentiment. Answers do not quote `framing` sentences, which begin or
 * end a page.
 */
export type Aspect = z.output<typeof aspectSchema>;

const layoutSchema = z.strictObject({
  title: z.string().optional(),
  items: z.enum(['list', 'bullets', 'text', 'sections']),
  /** Follows a brand's name, also in bold. */
  nameSuffix: z.string().default(''),
  /** Separates a brand's name from the statements about it. */
  separator: z.string().default(' '),
  /** True if the list and the remark after it get the headings of the intent. */
  headingsByIntent: z.boolean().default(false),
  /** True if a remark follows the list. */
  hasClosing: z.boolean().default(true),
  closingHeading: z.string().optional(),
  closingPrefix: z.string().optional(),
  /** The last sentence of the answer, which offers further help. */
  offer: z.string().optional(),
});

/** Phrases, layouts and search queries of answers. */
export const phrases = z
  .strictObject({
    /**
     * By intent, what an answer says about a brand, sentence by sentence. Each sentence is quoted from a page of the market:
     * the lists of aspects are tried in order until a page has a sentence with one of these aspects.
     */
    aspects: z.record(intentSchema, z.array(z.array(z.array(aspectSchema)))),
    /** First sentences by intent, or by the number of brands found. */
    intros: z.record(
      z.enum([...intentSchema.exclude(['profile']).options, 'bestOfTwo', 'onlyOne', 'none']),
      textsSchema,
    ),
    headings: z.record(intentSchema, z.strictObject({ items: z.string(), closing: z.string() })),
    layouts: z.record(z.enum(['chat', 'gen', 'answer', 'office', 'searchai', 'overview']), layoutSchema),
    offTopic: z.record(z.enum(['hotels', 'places', 'products', 'hotelsLine', 'placesLine']), z.string()),
    outOfScope: textsSchema,
    withoutSearch: z.strictObject({ intro: z.string(), heading: z.string(), brands: z.string() }),
    /** Variations of the prompt that engines search for. */
    searchQueries: z.record(intentSchema, textsSchema),
    /** Questions a reader might ask next, by the intent of the question. */
    relatedQuestions: z.partialRecord(intentSchema, z.string()),
  })
  .parse(phraseData);

const patternSchema = z.string().transform((source) => new RegExp(source, 'iu'));

/** Patterns that detect what a prompt is about, in English, German, French and Japanese. */
export const promptPatterns = z
  .strictObject({
    intents: z.partialRecord(intentSchema, patternSchema),
    purchase: patternSchema,
    comparison: patternSchema,
    stay: patternSchema,
    travel: patternSchema,
    local: patternSchema,
    video: patternSchema,
    news: patternSchema,
    lowPrice: patternSchema,
    hotel: patternSchema,
    /** Matches text after which the name of a city may follow. */
    beforeCity: patternSchema,
    /** Words such as "hotel": if a prompt contains one, a capitalized city name is read as a location. */
    placeWord: patternSchema,
  })
  .parse(patternData);
