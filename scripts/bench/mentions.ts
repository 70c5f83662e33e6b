import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { hasRecordings, type RecordedAnswer, readRecordedAnswer } from '#scripts/bench/recorded-answers';

const root = resolve(import.meta.dirname, '../..');
export const corpusFolder = join(root, 'fixtures/mentions');

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
  return measureSentences(language, language);
}

/** Measures the sentences of a file of the corpus, given without its ending. */
export function measureSentences(name: string, file: string): MeasuredTexts {
  const { sentences } = sentencesSchema.parse(readCorpus(file));
  return measureTexts(name, sentences);
}

/** Measures the recorded answers on the real path (see `readRecordedAnswer`), or returns null if there is no folder `shared/recordings` next to the repository. */
export function measureRecordings(): MeasuredTexts | null {
  if (!hasRecordings()) return null;
  const { recordings } = recordingsSchema.parse(readCorpus('recordings'));
  const labeled = recordings.map(({ file, mentions }) => ({
    ...readRecordedAnswer(file),
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

type LabeledText = Pick<RecordedAnswer, 'text'> &
  Partial<RecordedAnswer> & { brands: readonly LabeledBrand[] };

function measureTexts(name: string, labeled: readonly LabeledText[]): MeasuredTexts {
  const differences: Difference[] = [];
  const parts = labeled.flatMap(({ brands, ...answer }) => {
    const { text } = answer;
    const scores = scoreAnswer(compileScorer(brands.map(createBrand)), { sources: [], ...answer });
    const counts = new Map(scores.map(({ brandId, mention }) => [brandId, mention?.count ?? 0]));
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
  const rules = { aliases, matchCase, requiredContext, excludedContext };
  return { id: name, name, role: 'competitor' as const, domains: [], colorIndex: 1, ...rules };
}

function readCorpus(name: string): unknown {
  return JSON.parse(readFileSync(join(corpusFolder, `${name}.json`), 'utf8'));
}
