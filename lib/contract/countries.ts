import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import states from './us-states.json' with { type: 'json' };

/** All officially assigned ISO 3166-1 alpha-2 codes, in alphabetical order (source: i18n-iso-countries). */
export const countryCodes: readonly string[] = iso
  .map((row) => row[0])
  .filter((code): code is string => code !== undefined && code !== 'XK')
  .sort();

interface Coverage {
  /** ISO 3166-1 countries in which the engine is unavailable. */
  unavailableIn: readonly string[];
  /** Where the list comes from, or that none was found. */
  source: string;
}

/** Codes that are newer than Google's list and have no Google domain. */
const withoutGoogle = ['AX', 'BL', 'BQ', 'CW', 'MF', 'SS', 'SX'] as const;

/**
 * Availability of each engine, as of November 2026. Informative only: requests for any country of ISO 3166-1 are
 * accepted.
 */
export const coverage: Record<Engine, Coverage> = {
  chat: {
    unavailableIn: ['BY', 'CN', 'CU', 'HK', 'IR', 'KP', 'MO', 'RU', 'SY', 'VE'],
    source: 'OpenAI, Supported countries and territories: none of these is on the list.',
  },
  gen: {
    unavailableIn: ['AF', 'BY', 'CN', 'CU', 'IR', 'KP', 'MM', 'MO', 'RU', 'SY'],
    source: 'Google, Available regions for Google AI Studio and Gemini API: none of these is on the list.',
  },
  social: { unavailableIn: [], source: 'No list of the countries of xAI was found, so all of ISO 3166-1.' },
  answer: {
    unavailableIn: [],
    source: 'No list of Perplexity was found; its search takes any ISO 3166-1 code as the place of the user.',
  },
  office: {
    unavailableIn: ['CN', 'RU'],
    source: 'Microsoft, Copilot frequently asked questions: not available in mainland China and Russia.',
  },
  searchai: {
    unavailableIn: withoutGoogle,
    source:
      'Google announces AI Mode for over 200 countries; no list of them was found, so the countries its search takes.',
  },
  overview: {
    unavailableIn: ['CN', 'CU', 'FR', 'TR', ...withoutGoogle],
    source:
      'The countries Google search takes, less the four in which a study of 243 countries in 2024 and 2025 met no overview.',
  },
  search: {
    unavailableIn: withoutGoogle,
    source: 'Google, country codes of the gl parameter, and the countries with a Google domain of their own.',
  },
  'search/news': { unavailableIn: withoutGoogle, source: 'As the search engine, whose news these are.' },
};

const covered = new Map<string, readonly string[]>(
  engines.map((engine) => {
    const without = new Set(coverage[engine].unavailableIn);
    return [engine, countryCodes.filter((code) => !without.has(code))];
  }),
);

/** Countries of at least one engine, in alphabetical order. */
const coveredBySome = countryCodes.filter((code) => [...covered.values()].some((one) => one.includes(code)));

/** Lists the countries of an engine, by default of any engine. The same engine always returns the same array. */
export function listCountries(engine = ''): readonly string[] {
  return covered.get(engine) ?? coveredBySome;
}

const known = new Set<string>(countryCodes);

/** An upper-case ISO 3166-1 alpha-2 code. */
export const countrySchema = z
  .string({ error: 'Invalid country code' })
  .refine((code) => known.has(code), { error: 'Invalid country code' })
  .meta({ description: 'ISO 3166-1 alpha-2 country code, upper case', enum: countryCodes });

/** The states `GET /v1/states?country=US` lists: the 50 states and the District of Columbia, by USPS code. */
export const usStates: readonly { code: string; name: string }[] = states;

const stateNames = new Map(usStates.map(({ code, name }) => [code, name]));

/** Returns the full name of a US state, or undefined for an unknown code. */
export function getStateName(code: string): string | undefined {
  return stateNames.get(code);
}

export const stateEntrySchema = z.object({ code: z.string(), name: z.string() });

/** Countries in which an engine is available. */
export const countriesSchema = z.array(z.string());
