import { countryCodes } from '#lib/contract/country-codes';
import { type Engine, engines } from '#lib/contract/engines';

interface Coverage {
  /** The countries an engine does not answer for, of all that ISO 3166-1 lists. */
  without: readonly string[];
  /** Where that comes from, and where it is no more than the lack of a list. */
  source: string;
}

/** Codes younger than Google's list, of places without a Google domain of their own. */
const withoutGoogle = ['AX', 'BL', 'BQ', 'CW', 'MF', 'SS', 'SX'] as const;

/**
 * Where each engine is offered, as data, read in November 2026 (interface.md, "Geo-targeting": providers do not
 * cover all countries equally). It says what to expect, and refuses nothing: a request from any country of
 * ISO 3166-1 is asked.
 */
export const coverage: Record<Engine, Coverage> = {
  chat: {
    without: ['BY', 'CN', 'CU', 'HK', 'IR', 'KP', 'MO', 'RU', 'SY', 'VE'],
    source: 'OpenAI, Supported countries and territories: none of these is on the list.',
  },
  gen: {
    without: ['AF', 'BY', 'CN', 'CU', 'IR', 'KP', 'MM', 'MO', 'RU', 'SY'],
    source: 'Google, Available regions for Google AI Studio and Gemini API: none of these is on the list.',
  },
  social: { without: [], source: 'No list of the countries of xAI was found, so all of ISO 3166-1.' },
  answer: {
    without: [],
    source: 'No list of Perplexity was found; its search takes any ISO 3166-1 code as the place of the user.',
  },
  office: {
    without: ['CN', 'RU'],
    source: 'Microsoft, Copilot frequently asked questions: not available in mainland China and Russia.',
  },
  searchai: {
    without: withoutGoogle,
    source:
      'Google announces AI Mode for over 200 countries; no list of them was found, so the countries its search takes.',
  },
  overview: {
    without: ['CN', 'CU', 'FR', 'TR', ...withoutGoogle],
    source:
      'The countries Google search takes, less the four in which a study of 243 countries in 2024 and 2025 met no overview.',
  },
  search: {
    without: withoutGoogle,
    source: 'Google, country codes of the gl parameter, and the countries with a Google domain of their own.',
  },
  'search/news': { without: withoutGoogle, source: 'As the search engine, whose news these are.' },
};

const covered = new Map<string, readonly string[]>(
  engines.map((engine) => {
    const without = new Set(coverage[engine].without);
    return [engine, countryCodes.filter((code) => !without.has(code))];
  }),
);

/** Countries some engine answers for, in alphabetical order. */
const coveredBySome = countryCodes.filter((code) => [...covered.values()].some((one) => one.includes(code)));

/** The countries an engine answers for, by its key, or else those any does; always the same array for the same key. */
export function countriesOf(engine = ''): readonly string[] {
  return covered.get(engine) ?? coveredBySome;
}
