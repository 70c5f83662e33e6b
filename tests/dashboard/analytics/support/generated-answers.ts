import fc from 'fast-check';
import { addDays } from '#lib/core/time';

/*
 * Generated answers and brand definitions. The content of an answer is known without parsing its text, so the
 * expected metrics can be computed from these records as docs/metrics.md defines them.
 */

export const engines = ['chat', 'gen', 'office'] as const;
export type Engine = (typeof engines)[number];
/** Engines that report their search queries. */
export const searchingEngines: readonly Engine[] = ['chat', 'office'];
export const countries = ['US', 'DE'];

/** Names that an answer can contain. The brand definitions decide which brand a name means. */
const names = ['Fjordwing', 'Paddlemoor', 'Otterline', 'Twinmark', 'Wingboat', 'Kelpcraft'] as const;
export type BrandName = (typeof names)[number];

/** The brands of a scoring version, the project's own brand first. */
export interface BrandDefinitions {
  brands: { name: BrandName; aliases: BrandName[]; domains: string[] }[];
}

/** Two competitors that share an alias. The first one owns only a subdomain. */
const paddlemoor = {
  name: 'Paddlemoor',
  aliases: ['Twinmark'],
  domains: ['shop.paddlemoor.example'],
} as const;
const otterline = { name: 'Otterline', aliases: ['Twinmark'], domains: [] } as const;
/** The brands that a project starts with. */
export const firstDefinitions: BrandDefinitions = structuredClone({
  brands: [{ name: 'Fjordwing', aliases: [], domains: ['fjordwing.example'] }, paddlemoor, otterline],
}) as BrandDefinitions;
/** The brands after a change: the own brand gains a name and a domain, and one competitor replaces another. */
export const secondDefinitions: BrandDefinitions = structuredClone({
  brands: [
    { name: 'Fjordwing', aliases: ['Wingboat'], domains: ['fjordwing.example', 'forum.example'] },
    paddlemoor,
    { name: 'Kelpcraft', aliases: [], domains: ['news.example'] },
  ],
}) as BrandDefinitions;

export const prompts: { text: string; topic: string; tags: string[]; names: BrandName[] }[] = [
  { text: 'Which kayak is best?', topic: 'alpha', tags: ['x', 'y'], names: [] },
  { text: 'Cheap kayaks', topic: 'beta', tags: ['y'], names: [] },
  { text: 'Is Paddlemoor any good?', topic: 'alpha', tags: [], names: ['Paddlemoor'] },
  { text: 'Who makes Kelpcraft?', topic: '', tags: ['x'], names: ['Kelpcraft'] },
  { text: 'Kayaks for a lake', topic: 'beta', tags: [], names: [] },
  { text: 'Kayaks for two', topic: '', tags: ['y'], names: [] },
  // For tests that need many prompts.
  { text: 'Kayaks for a river', topic: 'alpha', tags: ['x'], names: [] },
  { text: 'Kayaks for the sea', topic: 'beta', tags: [], names: [] },
  { text: 'Kayaks for children', topic: '', tags: ['x', 'y'], names: [] },
  { text: 'Kayaks for a small car', topic: 'alpha', tags: [], names: [] },
  { text: 'Fjordwing against Paddlemoor', topic: '', tags: ['y'], names: ['Fjordwing', 'Paddlemoor'] },
  { text: 'Where to rent a kayak', topic: 'beta', tags: ['x'], names: [] },
];
/** Generates prompt indexes, mostly the first three, so that some segments have enough answers for a verdict. */
const promptArbitrary = fc.oneof(fc.nat(2), fc.nat(5));

/** Pages that answers list and cite: the URL in the source list, and the URL in the text. */
export const pages = [
  {
    listed: 'https://fjordwing.example/a',
    cited: 'http://www.fjordwing.example/a/?utm_source=chat#:~:text=b',
  },
  { listed: 'https://blog.fjordwing.example/b?gclid=1', cited: 'https://blog.fjordwing.example/b' },
  { listed: 'https://shop.paddlemoor.example/c', cited: 'https://shop.paddlemoor.example/c' },
  { listed: 'https://paddlemoor.example/d', cited: 'https://paddlemoor.example/d' },
  { listed: 'https://news.example/e', cited: 'https://news.example/e#top' },
  { listed: 'https://www.news.example/f?id=1', cited: 'https://news.example/f/?id=1' },
  { listed: 'https://forum.example/g', cited: 'https://forum.example/g' },
  { listed: 'https://en.wikipedia.org/wiki/Kayak', cited: 'https://en.wikipedia.org/wiki/Kayak' },
  ...['lake', 'river', 'sea', 'shore'].map((name) => ({
    listed: `https://${name}.example/`,
    cited: `https://${name}.example`,
  })),
].map((page) => {
  const { hostname } = new URL(page.listed);
  const host = hostname.replace(/^www\./, '');
  // The domain of a brand below the registrable domain is a site of its own.
  const isOwnSite = paddlemoor.domains.some((owned) => owned === host);
  return { ...page, host, domain: isOwnSite ? host : host.split('.').slice(-2).join('.') };
});
export const domains = [...new Set(pages.map(({ domain }) => domain))];

const queryTexts = ['Best  Kayak', 'best kayak ', 'ＣＨＥＡＰ kayak', ' '];

/** One observation with its content. */
export interface GeneratedAnswer {
  /** The day in UTC. */
  day: string;
  time: '00:00:00.000' | '12:00:00.000' | '23:59:59.999';
  /** The index of the prompt. */
  prompt: number;
  engine: Engine;
  country: string;
  outcome: 'answered' | 'no_answer' | 'unreadable' | 'failed';
  provider: string;
  /** True for sentences in Japanese, all of which are neutral. */
  isForeignLanguage: boolean;
  /** The names in each sentence, in order, and its sentiment. */
  sentences: { names: BrandName[]; sentiment: 'positive' | 'negative' | 'neutral' }[];
  /** List items after the sentences. */
  items: BrandName[];
  /** Pages, by index, that the answer lists or cites. */
  links: { page: number; listed: boolean; citations: number }[];
  searchQueries: string[];
}

/** The current period, and the periods it can be compared with. */
export const current = { from: '2026-03-02', to: '2026-03-08' };
export const previousPeriods = {
  previous: { from: '2026-02-23', to: '2026-03-01' },
  year: { from: '2025-03-02', to: '2025-03-08' },
  // Its last three days are also in the current period.
  custom: { from: '2026-02-26', to: '2026-03-04' },
  // A custom period after the current one.
  later: { from: '2026-03-10', to: '2026-03-16' },
  none: null,
};
export type ComparedPeriod = keyof typeof previousPeriods;

const nameArbitrary = fc.constantFrom(...names);
/** Generates names, most often that of the project's own brand. */
const likelyNameArbitrary = fc.oneof(
  { weight: 2, arbitrary: fc.constant('Fjordwing' as const) },
  { weight: 3, arbitrary: nameArbitrary },
);

/** Generates answers on the given days. @param prompt an arbitrary for the index of the prompt */
export function answerArbitrary(
  days: readonly string[],
  prompt = promptArbitrary,
): fc.Arbitrary<GeneratedAnswer> {
  return fc.record({
    day: fc.constantFrom(...days),
    time: fc.constantFrom('12:00:00.000' as const, '00:00:00.000' as const, '23:59:59.999' as const),
    prompt,
    engine: fc.constantFrom(...engines),
    country: fc.constantFrom('US', 'US', ...countries),
    outcome: fc.oneof(
      { weight: 12, arbitrary: fc.constant('answered' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('no_answer' as const, 'unreadable' as const, 'failed' as const),
      },
    ),
    provider: fc.oneof(
      { weight: 12, arbitrary: fc.constant('sandbox') },
      { weight: 1, arbitrary: fc.constant('openai') },
    ),
    isForeignLanguage: fc.oneof(
      { weight: 6, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    sentences: fc.array(
      fc.record({
        names: fc.array(likelyNameArbitrary, { minLength: 1, maxLength: 3 }),
        sentiment: fc.constantFrom('positive' as const, 'negative' as const, 'neutral' as const),
      }),
      { maxLength: 3 },
    ),
    items: fc.oneof(fc.constant<BrandName[]>([]), fc.uniqueArray(nameArbitrary, { maxLength: 4 })),
    links: fc.array(
      fc.record({
        page: fc.oneof(fc.nat(7), fc.nat(pages.length - 1)),
        listed: fc.boolean(),
        citations: fc.nat(2),
      }),
      { maxLength: 4 },
    ),
    searchQueries: fc.array(fc.constantFrom(...queryTexts), { maxLength: 3 }),
  });
}

/** The complete history of a project. */
export interface ProjectHistory {
  answers: GeneratedAnswer[];
  /** The period that the current one is compared with. */
  compare: ComparedPeriod;
  /** The number of runs without answers in the current period. */
  emptyRuns: number;
  /** True if the model of the engine `chat` changes when the current period starts. */
  hasNewModel: boolean;
  /** The brands never changed, are being changed (the first definitions are still published), or have changed. */
  brands: 'first' | 'changing' | 'second';
}

/** Generates histories in which some segments have identical samples and others do not, and some days have no answers. */
export const historyArbitrary: fc.Arbitrary<ProjectHistory> = fc
  .record({
    compare: fc.constantFrom<ComparedPeriod>('previous', 'previous', 'year', 'custom', 'later', 'none'),
    hasSameWeekdays: fc.boolean(),
    emptyRuns: fc.nat(4),
    hasNewModel: fc.boolean(),
    brands: fc.constantFrom('first' as const, 'changing' as const, 'second' as const),
  })
  .chain(({ compare, hasSameWeekdays, ...rest }) => {
    const before = previousPeriods[compare] ?? previousPeriods.previous;
    const listDays = ({ from }: { from: string }, offsets: readonly number[]) =>
      offsets.map((offset) => addDays(from, offset));
    // Periods with the same weekdays are compared on all days.
    const currentDays = listDays(current, hasSameWeekdays ? [2, 3] : [0, 2, 4, 6]);
    const previousDays = listDays(before, hasSameWeekdays ? [2, 3] : [0, 3]);
    const minLength = hasSameWeekdays ? 2 : 1;
    const otherDays = [addDays(current.to, 1), addDays(before.from, -1), addDays(before.to, 1), before.to];
    const createAnswers = (days: fc.Arbitrary<string[]>, maxLength: number) =>
      days.chain((choices) =>
        fc.array(fc.tuple(answerArbitrary(choices), fc.integer({ min: 1, max: 6 })), {
          maxLength,
          size: 'max',
        }),
      );
    return fc
      .tuple(
        createAnswers(fc.subarray(currentDays, { minLength }), 30),
        createAnswers(fc.subarray(previousDays, { minLength }), 24),
        createAnswers(fc.constant(otherDays), 6),
      )
      .map((parts) => ({
        ...rest,
        compare,
        // The model changes between the periods, which is impossible if they overlap.
        hasNewModel: rest.hasNewModel && compare !== 'custom' && compare !== 'later',
        answers: parts.flat().flatMap(([answer, copies]) => Array.from({ length: copies }, () => answer)),
      }));
  });

/** The filters of a page. */
export interface FilterChoice {
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
  prompts: number[];
  branded: 'without' | 'with' | 'only';
  /** Index of the selected brand; 0 for the project's own brand. */
  brand: number;
}

const subsetArbitrary = (list: readonly string[]) =>
  fc.oneof(fc.constant<string[]>([]), fc.subarray([...list]));

export const filterChoiceArbitrary: fc.Arbitrary<FilterChoice> = fc.record({
  engines: subsetArbitrary(engines),
  countries: subsetArbitrary(countries),
  topics: fc.oneof(fc.constant<string[]>([]), subsetArbitrary(['alpha', 'beta', 'unused'])),
  tags: fc.oneof(fc.constant<string[]>([]), subsetArbitrary(['x', 'y'])),
  prompts: fc.oneof(fc.constant<number[]>([]), fc.constant<number[]>([]), fc.subarray([0, 1, 2, 3])),
  branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
  brand: fc.constantFrom(0, 0, 1, 2),
});
