import { addDays, countDays, listDays, type Period } from '#lib/core/time';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { type DayCounts, readDayCounts } from '#lib/dashboard/counts/read-day-counts';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import { readPromptLabels } from '#lib/dashboard/prompts/prompt-texts';
import type { SentimentAvailability } from '#lib/dashboard/sentiment/availability';
import {
  createPanel,
  type DayRange,
  type Panel,
  type PanelSegment,
} from '#lib/dashboard/statistics/panel/panel';
import type { Context } from '#lib/db/context';

/** The counts of all answers. */
export const answerCounts = [
  'answers',
  'noAnswer',
  'fictionalAnswers',
  'withReportedCitations',
  'withKnownStructure',
  'withoutStructure',
  'citations',
] as const;
/** The counts of a brand. */
export const brandCounts = [
  'mentioned',
  'ranked',
  'rankSum',
  'rankSquares',
  'rankFirstCount',
  'trackedRankSum',
  'cited',
  'citations',
  'positive',
  'neutral',
  'negative',
] as const;
const segmentKeys = ['promptId', 'engine', 'country'] as const;

const domainCounts = [
  'listed',
  'listedWithReportedCitations',
  'cited',
  'citations',
  'mentioned',
  'gap',
] as const;

const answerColumns = [...answerCounts, 'isBrandedPrompt'] as const;
type AnswerRow = DayCounts<{ by: typeof segmentKeys; counts: typeof answerColumns }>;

type AnswerCount = (typeof answerCounts)[number];
/** The counts of a subject: a brand or a domain. */
export type SubjectCount = (typeof brandCounts)[number] | (typeof domainCounts)[number];

/** The counts of a subject in a segment; those that it does not have are 0. */
type SubjectRow = Record<(typeof segmentKeys)[number], string> & { days: number[] } & Partial<
    Record<SubjectCount, number[]>
  >;

/** Adds up a count of a segment over some days. */
type Sum = (segment: number, range: DayRange) => number;

/**
 * All prompts, engines and countries that a project asked in some periods, with their daily counts. Filters choose some of
 * its segments; they never change what a segment counts.
 */
export class ProjectPanel {
  readonly panel: Panel;
  readonly #firstDay: string;
  readonly #answers: readonly AnswerRow[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #subjects = new Map<string, Map<number, SubjectRow>>();
  readonly #arrays = new Map<string, Float64Array>();

  constructor(
    period: Period,
    answers: readonly AnswerRow[],
    labels: Awaited<ReturnType<typeof readPromptLabels>>,
  ) {
    this.#firstDay = period.from;
    this.#answers = answers;
    this.panel = createPanel(listDays(period.from, period.to), describeSegments(answers, labels));
    this.#indexes = new Map(this.panel.segments.map(({ key }, index) => [key, index]));
  }

  /** Adds the counts of brands or domains. @param getId returns the ID of a brand or the name of a domain */
  addSubjects<Row extends SubjectRow>(rows: readonly Row[], getId: (row: Row) => string): void {
    for (const row of rows) {
      const index = this.#indexes.get(getSegmentKey(row));
      if (index === undefined) continue;
      const own = this.#subjects.get(getId(row)) ?? new Map<number, SubjectRow>();
      this.#subjects.set(getId(row), own.set(index, row));
    }
  }

  /** The IDs of brands and the names of domains with counts. */
  listSubjects(): string[] {
    return [...this.#subjects.keys()];
  }

  /** The days of a period, as far as the panel has them. */
  getDays({ from, to }: Period): DayRange {
    const getIndex = (day: string) => countDays(this.#firstDay, day) - 1;
    const last = this.panel.days.length;
    const start = Math.min(last, Math.max(0, getIndex(from)));
    return { from: start, to: Math.max(start, Math.min(last, getIndex(to) + 1)) };
  }

  /** A count of all answers by segment and day. Position of segment s on day d: s × number of days + d. */
  getAnswers(count: AnswerCount): Float64Array {
    return this.#remember(count, (values) => {
      for (const [index, row] of this.#answers.entries()) this.#fill(values, index, row.days, row[count]);
    });
  }

  /** A count of a brand or domain by segment and day. */
  getSubject(id: string, count: SubjectCount): Float64Array {
    return this.#remember(`${id} ${count}`, (values) => {
      for (const [index, row] of this.#subjects.get(id) ?? [])
        this.#fill(values, index, row.days, row[count] ?? []);
    });
  }

  /** Adds up a count of all answers. */
  sumAnswers(count: AnswerCount): Sum {
    return (segment, range) => {
      const row = this.#answers[segment];
      return row ? sumRange(row.days, row[count], range) : 0;
    };
  }

  /** Adds up a count of a brand or domain. */
  sumSubject(id: string, count: SubjectCount): Sum {
    const rows = this.#subjects.get(id);
    return (segment, range) => {
      const row = rows?.get(segment);
      return row ? sumRange(row.days, row[count] ?? [], range) : 0;
    };
  }

  #remember(name: string, fill: (values: Float64Array) => void): Float64Array {
    const known = this.#arrays.get(name);
    if (known) return known;
    const values = new Float64Array(this.panel.segments.length * this.panel.days.length);
    fill(values);
    this.#arrays.set(name, values);
    return values;
  }

  #fill(values: Float64Array, segment: number, days: readonly number[], counts: readonly number[]): void {
    const start = segment * this.panel.days.length;
    for (let position = 0; position < days.length; position += 1) {
      values[start + (days[position] ?? 0)] = counts[position] ?? 0;
    }
  }
}

function sumRange(days: readonly number[], counts: readonly number[], { from, to }: DayRange): number {
  let sum = 0;
  // A page calls it 50,000 times; with `entries()`, it took five times as long.
  for (let position = 0; position < days.length; position += 1) {
    const day = days[position] ?? 0;
    if (day >= from && day < to) sum += counts[position] ?? 0;
  }
  return sum;
}

function describeSegments(
  rows: readonly AnswerRow[],
  labels: Awaited<ReturnType<typeof readPromptLabels>>,
): PanelSegment[] {
  const branded = new Set(
    rows.flatMap(({ promptId, isBrandedPrompt }) => (isBrandedPrompt.includes(true) ? [promptId] : [])),
  );
  return rows.map((row) => {
    const { promptId, engine, country } = row;
    const { topic = '', tags = [] } = labels.get(promptId) ?? {};
    return {
      key: getSegmentKey(row),
      prompt: promptId,
      engine,
      place: country,
      country,
      access: '',
      topic: topic || null,
      tags,
      isBranded: branded.has(promptId),
    };
  });
}

interface PanelOptions {
  periods: Readonly<Record<string, Period | null>>;
  sentiment: SentimentAvailability;
}

/** Reads the daily counts of all tracked brands in some periods, whatever the filters of the page are. */
export async function readProjectPanel(
  context: Context,
  projectId: string,
  { periods, sentiment }: PanelOptions,
): Promise<ProjectPanel> {
  const covered = coverPeriods(Object.values(periods));
  const source = { by: segmentKeys, filters: { ...noFilters, projectId }, periods: joinPeriods(periods) };
  const { answers, brands } = await readDayCounts(context, covered.from, {
    answers: { ...source, of: 'answers', counts: answerColumns },
    brands: { ...source, by: [...segmentKeys, 'brandId'], of: 'brands', counts: brandCounts, sentiment },
  });
  const panel = new ProjectPanel(covered, answers, await readPromptLabels(context, projectId));
  panel.addSubjects(brands, ({ brandId }) => brandId);
  return panel;
}

/** Reads the daily counts of all answers in some periods, without those of brands. */
export async function readAnswerPanel(
  context: Context,
  projectId: string,
  { periods }: Pick<PanelOptions, 'periods'>,
): Promise<ProjectPanel> {
  const covered = coverPeriods(Object.values(periods));
  const source = { by: segmentKeys, filters: { ...noFilters, projectId }, periods: joinPeriods(periods) };
  const { answers } = await readDayCounts(context, covered.from, {
    answers: { ...source, of: 'answers', counts: answerColumns },
  });
  return new ProjectPanel(covered, answers, await readPromptLabels(context, projectId));
}

/** Adds the daily counts of some domains to a panel. @param periods those of the panel */
export async function addDomains(
  context: Context,
  panel: ProjectPanel,
  {
    projectId,
    periods,
    domains,
  }: Pick<PanelOptions, 'periods'> & { projectId: string; domains: readonly string[] },
): Promise<void> {
  if (domains.length === 0) return;
  const covered = coverPeriods(Object.values(periods));
  const { rows } = await readDayCounts(context, covered.from, {
    rows: {
      of: 'domains',
      by: [...segmentKeys, 'domain'],
      filters: { ...noFilters, projectId },
      periods: joinPeriods(periods),
      counts: domainCounts,
      where: { domains },
    },
  });
  panel.addSubjects(rows, ({ domain }) => domain);
}

/** Joins periods that overlap, whose days would count twice, and periods that follow each other. */
function joinPeriods(periods: PanelOptions['periods']): Record<string, Period> {
  const sorted = Object.values(periods)
    .filter((period) => period !== null)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const joined: Period[] = [];
  for (const period of sorted) {
    const last = joined.at(-1);
    if (last && period.from <= addDays(last.to, 1)) {
      joined[joined.length - 1] = coverPeriods([last, period]);
    } else joined.push(period);
  }
  return Object.fromEntries(joined.map((period, index) => [`part${index + 1}`, period]));
}

/** Returns the shortest period that contains all given ones. */
function coverPeriods(periods: readonly (Period | null)[]): Period {
  const known = periods.filter((period) => period !== null);
  const from = known.map((period) => period.from).sort()[0];
  const to = known
    .map((period) => period.to)
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) throw new Error('A panel needs a period.');
  return { from, to };
}
