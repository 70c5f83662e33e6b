import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { alignColumns } from '#scripts/bench/table';

const root = resolve(import.meta.dirname, '../..');
const corpusFolder = join(root, 'fixtures/mentions');
const recordingsFolder = join(root, '../shared/recordings');

export const languages = [
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'hu',
  'ja',
  'ko',
  'pl',
  'ru',
  'sv',
  'tr',
  'zh',
] as const;

const brandSchema = z.strictObject({
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  matchCase: z.boolean().default(false),
  requiredContext: z.array(z.string()).default([]),
  excludedContext: z.array(z.string()).default([]),
  /** Number of mentions of the brand that a person found in the text. */
  mentions: z.int(),
});
type LabeledBrand = z.output<typeof brandSchema>;

const sentencesSchema = z.strictObject({
  language: z.string(),
  sentences: z.array(z.strictObject({ text: z.string(), brands: z.array(brandSchema) })),
});
const recordingsSchema = z.strictObject({
  recordings: z.array(z.object({ file: z.string(), mentions: z.record(z.string(), z.int()) })),
});

/** Mentions that the matcher found and a person labeled, and those that only one of them found. */
export interface Agreement {
  both: number;
  onlyFound: number;
  onlyLabeled: number;
}

/** A brand of a text that the matcher and the labels count differently. */
interface Difference {
  text: string;
  brand: string;
  found: number;
  labeled: number;
}

export interface MeasuredTexts {
  name: string;
  texts: number;
  agreement: Agreement;
  differences: Difference[];
}

/** Returns the share of found mentions that are labeled, and the share of labeled mentions that are found. */
export function getPrecisionAndRecall({ both, onlyFound, onlyLabeled }: Agreement) {
  return { precision: both / (both + onlyFound), recall: both / (both + onlyLabeled) };
}

export function sumAgreement(parts: readonly Agreement[]): Agreement {
  const sum = (read: (part: Agreement) => number) => parts.reduce((total, part) => total + read(part), 0);
  return {
    both: sum(({ both }) => both),
    onlyFound: sum(({ onlyFound }) => onlyFound),
    onlyLabeled: sum(({ onlyLabeled }) => onlyLabeled),
  };
}

/** Measures the sentences of one language of the labeled corpus. */
export function measureLanguage(language: string): MeasuredTexts {
  const { sentences } = sentencesSchema.parse(readCorpus(language));
  return measureTexts(language, sentences);
}

/** Measures the recorded answers, or returns null if there is no folder `shared/recordings` next to the repository. */
export function measureRecordings(): MeasuredTexts | null {
  if (!existsSync(recordingsFolder)) return null;
  const { recordings } = recordingsSchema.parse(readCorpus('recordings'));
  const labeled = recordings.map(({ file, mentions }) => ({
    text: findLongestText(JSON.parse(readFileSync(join(recordingsFolder, file), 'utf8'))),
    brands: Object.entries(mentions).map(([name, count]) => ({
      name,
      aliases: [],
      requiredContext: [],
      excludedContext: [],
      mentions: count,
      // Names such as "C" and "On" are also ordinary words.
      matchCase: name.length < 3,
    })),
  }));
  return measureTexts('recorded answers', labeled);
}

function measureTexts(
  name: string,
  labeled: readonly { text: string; brands: readonly LabeledBrand[] }[],
): MeasuredTexts {
  const differences: Difference[] = [];
  const parts = labeled.flatMap(({ text, brands }) => {
    const matcher = compileMatcher(brands.map(createBrand));
    const counts = new Map(matcher.findMentions(text).map(({ brandId, count }) => [brandId, count]));
    return brands.map((brand): Agreement => {
      const found = counts.get(brand.name) ?? 0;
      if (found !== brand.mentions) {
        differences.push({ text, brand: brand.name, found, labeled: brand.mentions });
      }
      return {
        both: Math.min(found, brand.mentions),
        onlyFound: Math.max(0, found - brand.mentions),
        onlyLabeled: Math.max(0, brand.mentions - found),
      };
    });
  });
  return { name, texts: labeled.length, agreement: sumAgreement(parts), differences };
}

function createBrand({
  name,
  aliases = [],
  matchCase = false,
  requiredContext = [],
  excludedContext = [],
}: Partial<LabeledBrand> & { name: string }) {
  return { id: name, name, aliases, matchCase, requiredContext, excludedContext };
}

function readCorpus(name: string): unknown {
  return JSON.parse(readFileSync(join(corpusFolder, `${name}.json`), 'utf8'));
}

/** Returns the longest text of a provider's response, which is its answer. */
function findLongestText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const texts = Object.entries(value).map(([key, child]) =>
    typeof child === 'string' && (key === 'text' || key === 'content') ? child : findLongestText(child),
  );
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

const formatShare = (share: number) => share.toFixed(3);

/** npm run bench -- mentions: precision and recall of mentions by language. */
export async function benchMentions(): Promise<string> {
  const measured = languages.map(measureLanguage);
  const recordings = measureRecordings();
  const total = {
    name: 'all languages',
    texts: measured.reduce((sum, { texts }) => sum + texts, 0),
    agreement: sumAgreement(measured.map(({ agreement }) => agreement)),
    differences: [],
  };
  const rows = [...measured, total, ...(recordings ? [recordings] : [])].map(({ name, texts, agreement }) => {
    const { precision, recall } = getPrecisionAndRecall(agreement);
    const labeled = agreement.both + agreement.onlyLabeled;
    return [name, String(texts), String(labeled), formatShare(precision), formatShare(recall)];
  });
  const differences = [...measured, ...(recordings ? [recordings] : [])].flatMap(({ differences }) =>
    differences.map(
      ({ text, brand, found, labeled }) => `${brand}: ${found} found, ${labeled} labeled: ${text}`,
    ),
  );
  return [
    alignColumns([['', 'texts', 'mentions', 'precision', 'recall'], ...rows]),
    recordings
      ? ''
      : 'Recorded answers: skipped, because there is no folder shared/recordings next to the repository.',
    ...differences,
    'Goals: precision and recall 0.97 in total and 0.95 in every language.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}
