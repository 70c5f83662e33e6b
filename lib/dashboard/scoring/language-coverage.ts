import type { LanguageCoverage, MeasuredCoverage } from '#lib/core/language-coverage';
import table from './language-coverage.json' with { type: 'json' };

/** By language (ISO 639-1), as `npm run bench -- mentions --write` measures it. */
const languageCoverage: Readonly<Record<string, MeasuredCoverage | undefined>> = table;

/** Returns how well mentions are found in a language; null stands for an unknown language. */
export function getLanguageCoverage(language: string | null): LanguageCoverage {
  return { language, measured: (language !== null && languageCoverage[language]) || null };
}
