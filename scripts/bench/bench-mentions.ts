import { isCovered } from '#lib/core/language-coverage';
import {
  measureCoverage,
  measureNatural,
  naturalLanguages,
  writeCoverage,
} from '#scripts/bench/language-coverage';
import {
  getPrecisionAndRecall,
  languages,
  type MeasuredTexts,
  measureLanguage,
  measureRecordings,
  sumAgreement,
} from '#scripts/bench/mentions';
import { alignColumns } from '#scripts/bench/table';

const formatShare = (share: number) => share.toFixed(3);

/** Formats precision and recall of texts as a row. */
function toRow({ name, texts, agreement }: Omit<MeasuredTexts, 'differences'>): string[] {
  const { precision, recall } = getPrecisionAndRecall(agreement);
  const labeled = agreement.both + agreement.onlyLabeled;
  return [name, String(texts), String(labeled), formatShare(precision), formatShare(recall)];
}

function sumTexts(name: string, measured: readonly MeasuredTexts[]): Omit<MeasuredTexts, 'differences'> {
  const texts = measured.reduce((sum, part) => sum + part.texts, 0);
  return { name, texts, agreement: sumAgreement(measured.map(({ agreement }) => agreement)) };
}

/**
 * npm run bench -- mentions: precision and recall of mentions by language.
 * `--write` also writes the table that the measurement card shows (lib/dashboard/scoring/language-coverage.json).
 */
export async function benchMentions(): Promise<string> {
  const measured = languages.map(measureLanguage);
  const recordings = measureRecordings();
  const natural = naturalLanguages.map(measureNatural);
  const rows = [...measured, sumTexts('all languages', measured), ...(recordings ? [recordings] : [])].map(
    toRow,
  );
  const naturalRows = [...natural, sumTexts('all languages', natural)].map(toRow);
  const covered = Object.values(measureCoverage()).filter(isCovered);
  if (process.argv.includes('--write')) writeCoverage();
  const differences = [...measured, ...natural, ...(recordings ? [recordings] : [])].flatMap(
    ({ differences }) =>
      differences.map(
        ({ text, brand, found, labeled }) => `${brand}: ${found} found, ${labeled} labeled: ${text}`,
      ),
  );
  return [
    alignColumns([['', 'texts', 'mentions', 'precision', 'recall'], ...rows]),
    alignColumns([['natural', 'texts', 'mentions', 'precision', 'recall'], ...naturalRows]),
    `Covered: ${covered.length} languages with at least 40 labeled mentions and a recall of at least 0.90.`,
    recordings
      ? ''
      : 'Recorded answers: skipped, because there is no folder shared/recordings next to the repository.',
    ...differences,
    'Goals: precision and recall 0.97 in total and 0.95 in every language.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}
