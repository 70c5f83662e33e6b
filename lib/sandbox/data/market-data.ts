import { z } from 'zod';
import eBikes from './e-bikes.json' with { type: 'json' };
import espressoMachines from './espresso-machines.json' with { type: 'json' };
import luggage from './luggage.json' with { type: 'json' };
import mattresses from './mattresses.json' with { type: 'json' };
import noteApps from './note-apps.json' with { type: 'json' };
import publisherData from './publishers.json' with { type: 'json' };
import regionData from './regions.json' with { type: 'json' };
import trailShoes from './trail-shoes.json' with { type: 'json' };

/** Countries that share publishers, named after the largest one; `XX` is for publishers that are read everywhere. */
const regionSchema = z.enum(['XX', 'US', 'GB', 'DE', 'FR', 'JP']);
export type Region = z.output<typeof regionSchema>;

const languageSchema = z.enum(['en', 'de', 'fr', 'ja']);

const regions = z
  .record(
    regionSchema,
    z.strictObject({
      language: languageSchema,
      /** The countries where the region's publishers are read (ISO 3166-1 alpha-2). */
      countries: z.array(z.string()),
    }),
  )
  .parse(regionData);

/** Returns the region whose publishers are read in a country; `XX` if no region contains the country. */
export function getRegion(country: string): Region {
  return regionSchema.options.find((region) => regions[region].countries.includes(country)) ?? 'XX';
}

/** A quality that buyers compare. In sentences `{brand}` is the brand and `{product}` one of its products. */
const featureSchema = z.strictObject({
  key: z.string(),
  /** As in a sentence: "grip on wet rock". */
  label: z.string(),
  /** Lower-case words in a prompt that ask for it. */
  terms: z.array(z.string()),
  /** Sentences about a brand that has it. */
  good: z.array(z.string()),
  /** Sentences about a brand that lacks it. */
  bad: z.array(z.string()),
});
export type Feature = z.output<typeof featureSchema>;

/** A fictional brand with fictional products and a fictional domain. */
const brandSchema = z.strictObject({
  /** Unique in the market. */
  name: z.string(),
  aliases: z.array(z.string()),
  /** The first part of its domain, before `.example`. */
  domain: z.string(),
  /** ISO 3166-1 alpha-2 code of its home country. */
  home: z.string(),
  /** Keys of features. */
  strengths: z.array(z.string()),
  weaknesses: z.array(z.string()),
  /** Typical price in US dollars. */
  price: z.number(),
  products: z.tuple([z.string(), z.string()]),
  /** One sentence that describes it. */
  description: z.string(),
  /** Average popularity, 0 to 1. */
  popularity: z.number(),
  /** Regions where it is not sold, and rarely mentioned. */
  absent: z.array(regionSchema).optional(),
  /** A recurring long rise and short fall of its popularity, by at most `swing` from its average. */
  cycle: z.strictObject({ days: z.number(), lowestOn: z.iso.date(), swing: z.number() }).optional(),
});
export type Brand = z.output<typeof brandSchema>;

const categorySchema = z.strictObject({
  key: z.string(),
  /** Plural, as in a sentence: "trail shoes". */
  name: z.string(),
  singular: z.string(),
  /** The name in other languages. */
  local: z.strictObject({ de: z.string(), fr: z.string(), ja: z.string() }),
  /** Lower-case phrases in any language by which a prompt refers to it; the longest match wins. */
  terms: z.array(z.string()),
  /** The unit of the price: "a pair", "a year". */
  unit: z.string(),
  features: z.array(featureSchema),
  /** Advice that mentions no brand. */
  tips: z.array(z.string()),
  brands: z.array(brandSchema),
});
export type Category = z.output<typeof categorySchema>;

/** Types of publishers; `own` is a brand's own site. */
export const publisherTypeSchema = z.enum([
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
]);
export type PublisherType = z.output<typeof publisherTypeSchema>;

const publisherSchema = z.strictObject({
  domain: z.string(),
  name: z.string(),
  type: publisherTypeSchema.exclude(['own']),
  /** The publisher's bias: toward cheap, expensive or domestic brands, against all brands, or none (`even`). */
  leaning: z.enum(['even', 'budget', 'premium', 'domestic', 'skeptical']),
  /** Keys of the categories it covers; all when empty. */
  categories: z.array(z.string()).default([]),
});

/** An invented publisher. Its domain ends in `.example`, which nobody can register (RFC 2606). */
export interface Publisher extends Omit<z.output<typeof publisherSchema>, 'type'> {
  type: PublisherType;
  region: Region;
  language: z.output<typeof languageSchema>;
}

/** The product categories of the fictional market. */
export const categories: readonly Category[] = z
  .array(categorySchema)
  .parse([trailShoes, espressoMachines, eBikes, noteApps, mattresses, luggage]);

export const categoryByBrand: ReadonlyMap<Brand, Category> = new Map(
  categories.flatMap((category) => category.brands.map((brand) => [brand, category] as const)),
);

const publishersByRegion = z.record(regionSchema, z.array(publisherSchema)).parse(publisherData);

/** Every publisher of the market: independent publishers, then the brands' own sites. */
export const publishers: readonly Publisher[] = [
  ...regionSchema.options.flatMap((region) =>
    publishersByRegion[region].map((publisher) => ({
      ...publisher,
      domain: `${publisher.domain}.example`,
      region,
      language: regions[region].language,
    })),
  ),
  ...categories.flatMap((category) =>
    category.brands.map((brand) => ({
      domain: `${brand.domain}.example`,
      name: brand.name,
      type: 'own' as const,
      region: 'XX' as const,
      language: 'en' as const,
      leaning: 'even' as const,
      categories: [category.key],
    })),
  ),
];
