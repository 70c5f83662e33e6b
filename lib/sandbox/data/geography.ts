import { z } from 'zod';
import cityData from './cities.json' with { type: 'json' };
import placeData from './places.json' with { type: 'json' };

const citySchema = z.strictObject({
  name: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  /** The state or region, if results mention it. */
  region: z.string().optional(),
  latitude: z.number(),
  longitude: z.number(),
});
export type City = z.output<typeof citySchema>;

const parsedCities = z
  .strictObject({
    cities: z.array(citySchema),
    /** The capital of every ISO 3166-1 country, or its largest settlement. */
    capitals: z.array(citySchema),
    /** The largest or best-known city of each US state. */
    stateCities: z.array(citySchema),
  })
  .parse(cityData);

export const { capitals, stateCities } = parsedCities;

/** Every city the sandbox knows; of two cities with the same name, the better-known one first. */
export const cities: readonly City[] = [...parsedCities.cities, ...capitals, ...stateCities];

/** Hotels, streets, and kinds of places with their businesses. All are invented; domains are stored without `.example`. */
export const {
  kinds: placeKinds,
  hotels,
  streets,
} = z
  .strictObject({
    kinds: z.array(
      z.strictObject({
        category: z.string(),
        priceLevel: z.string(),
        /** Matches prompts that look for such a place. */
        pattern: z.string().transform((source) => new RegExp(source, 'u')),
        businesses: z.array(z.strictObject({ name: z.string(), domain: z.string() })),
      }),
    ),
    hotels: z.array(
      z.strictObject({
        name: z.string(),
        domain: z.string(),
        priceLevel: z.string(),
        description: z.string(),
      }),
    ),
    streets: z.array(z.string()).min(1),
  })
  .parse(placeData);
