import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import coverageByEngine from './coverage.json' with { type: 'json' };
import states from './us-states.json' with { type: 'json' };

/** All officially assigned ISO 3166-1 alpha-2 codes, in alphabetical order (source: i18n-iso-countries). */
export const countryCodes: readonly string[] = iso
  .map((row) => row[0])
  .filter((code): code is string => code !== undefined && code !== 'XK')
  .sort();

interface Coverage {
  /** ISO 3166-1 countries in which the engine is unavailable. */
  unavailableIn: readonly string[];
  /** The source of the list, or a note that none exists. */
  source: string;
}

/**
 * Availability of each engine, as of November 2026. Informative only: requests for any country of ISO 3166-1 are
 * accepted.
 */
export const coverage: Record<Engine, Coverage> = coverageByEngine;

const countriesByEngine = new Map<string, readonly string[]>(
  engines.map((engine) => {
    const { unavailableIn } = coverage[engine];
    return [engine, countryCodes.filter((code) => !unavailableIn.includes(code))];
  }),
);

/** Countries in which at least one engine is available, in alphabetical order. */
const allCountries = countryCodes.filter((code) =>
  [...countriesByEngine.values()].some((countries) => countries.includes(code)),
);

/**
 * Lists the countries in which an engine, or by default any engine, is available. Returns the same array for each call.
 */
export function listCountries(engine = ''): readonly string[] {
  return countriesByEngine.get(engine) ?? allCountries;
}

/** An upper-case ISO 3166-1 alpha-2 code. */
export const countrySchema = z
  .string({ error: 'Invalid country code' })
  .refine((code) => countryCodes.includes(code), { error: 'Invalid country code' })
  .meta({ description: 'ISO 3166-1 alpha-2 country code, upper case', enum: countryCodes });

/** The country of a search as Google's URLs give it in `gl`: a code in any case, or `uk`. Parsed to an upper-case code. */
export const glSchema = z
  .string({ error: 'Invalid country code' })
  .refine((code) => countryCodes.includes(toCountryCode(code)), { error: 'Invalid country code' })
  .meta({
    description:
      'The country as Google’s URLs give it, in any case; an alternative to `country`, with which it must agree',
    pattern: '^[A-Za-z]{2}$',
  })
  .transform(toCountryCode);

function toCountryCode(gl: string): string {
  const code = gl.toUpperCase();
  return code === 'UK' ? 'GB' : code;
}

/** The states that `GET /v1/states?country=US` lists: the 50 states and the District of Columbia, by USPS code. */
export const usStates: readonly { code: string; name: string }[] = states;

const stateNames = new Map(usStates.map(({ code, name }) => [code, name]));

/** Returns the full name of a US state, or undefined for an unknown code. */
export function getStateName(code: string): string | undefined {
  return stateNames.get(code);
}

export const stateEntrySchema = z.object({ code: z.string(), name: z.string() });

/** Countries in which an engine is available. */
export const countriesSchema = z.array(z.string());
