import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MeasuredCoverage } from '#lib/core/language-coverage';
import {
  corpusFolder,
  getPrecisionAndRecall,
  languages,
  type MeasuredTexts,
  measureSentences,
} from '#scripts/bench/mentions';

const naturalFolder = join(corpusFolder, 'natural');
const tablePath = resolve(import.meta.dirname, '../../lib/dashboard/scoring/language-coverage.json');

/** The languages with sentences that were written and labeled without a look at the matcher. */
export const naturalLanguages = existsSync(naturalFolder)
  ? readdirSync(naturalFolder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace('.json', ''))
      .sort()
  : [];

/** Measures the natural sentences of a language, or those of the other corpus if it has none. */
export function measureNatural(language: string): MeasuredTexts {
  const file = naturalLanguages.includes(language) ? `natural/${language}` : language;
  return measureSentences(language, file);
}

/** Computes the table that the product shows in the measurement card, from the labeled sentences. */
export function measureCoverage(): Record<string, MeasuredCoverage> {
  const all = [...new Set([...languages, ...naturalLanguages])].sort();
  return Object.fromEntries(
    all.map((language) => {
      const { agreement } = measureNatural(language);
      const { precision, recall } = getPrecisionAndRecall(agreement);
      const mentions = agreement.both + agreement.onlyLabeled;
      return [language, { mentions, precision: round(precision), recall: round(recall) }];
    }),
  );
}

const round = (share: number) => Number(share.toFixed(3));

/** Writes the table that the product shows. */
export function writeCoverage(): void {
  const lines = Object.entries(measureCoverage()).map(
    ([language, { mentions, precision, recall }]) =>
      `  "${language}": { "mentions": ${mentions}, "precision": ${precision}, "recall": ${recall} }`,
  );
  writeFileSync(tablePath, `{\n${lines.join(',\n')}\n}\n`);
}
