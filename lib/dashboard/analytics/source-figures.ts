import type { Change, Figure } from '#lib/core/figure';
import { gradeOf, type Rate, wilson } from '#lib/core/rate';
import {
  bootstrapRatio,
  type Cluster,
  leastRuns,
  type PairedCluster,
} from '#lib/dashboard/analytics/bootstrap';
import { listDays } from '#lib/dashboard/analytics/days';
import { type Comparison, judge } from '#lib/dashboard/analytics/judge';
import type { Market } from '#lib/dashboard/analytics/read-market';
import type { DomainPart, Part, PartCounts, SourceParts } from '#lib/dashboard/analytics/source-parts';

/** A domain's figures that need more than its sums. */
export interface DomainFigures {
  /** Its citations ÷ all citations. */
  citationShare: Figure;
  /** Answers that cite it ÷ answers. */
  citationRate: Figure;
  /** The same share by day of the period; null on a day without citations. */
  trend: (Rate | null)[];
}

type Count = keyof PartCounts;

/** The figures of domains by their names; the changes of each column are judged together. */
export function sourceFiguresOf(
  market: Market,
  { parts, ofDomains, days }: SourceParts,
  domains: readonly string[],
): Map<string, DomainFigures> {
  const byDomain = Map.groupBy(ofDomains, (part) => part.domain);
  const columns = domains.map((domain) => byDomain.get(domain) ?? []);
  const changesOf = (count: Count): (Change | null)[] =>
    market.periods.previous
      ? judge(columns.map((own) => comparisonOf(market, parts, own, count)))
      : columns.map(() => null);
  const changes = { citations: changesOf('citations'), answers: changesOf('answers') };
  const daysByDay = new Map(days.map((one) => [one.day, one]));
  const { from, to } = market.periods.current;
  return new Map(
    domains.map((domain, index) => {
      const own = columns[index] ?? [];
      const figure = (count: Count) =>
        figureOf(market, parts, own, { count, change: changes[count][index] ?? null });
      return [
        domain,
        {
          citationShare: figure('citations'),
          citationRate: figure('answers'),
          trend: listDays(from, to).map((day) => {
            const counts = daysByDay.get(day);
            return counts && counts.citations > 0
              ? wilson(counts.ofDomains[domain] ?? 0, counts.citations)
              : null;
          }),
        },
      ];
    }),
  );
}

/** The share of a domain in all citations, or in all answers. */
function figureOf(
  market: Market,
  parts: readonly Part[],
  own: readonly DomainPart[],
  { count, change }: { count: Count; change: Change | null },
): Figure {
  const clusters = clustersOf(parts, own, count, (part) => part.all);
  const answers = parts.reduce((total, { all }) => total + all.answers, 0);
  return { ...pooled(market, clusters), grade: gradeOf(answers), change };
}

/** A rate of one count of a domain's answers to another, such as cited ÷ listed; not compared. */
export function rateWithin(
  market: Market,
  parts: readonly DomainPart[],
  read: (part: DomainPart) => Cluster,
): Figure {
  const prompts = new Map<string, Cluster>();
  for (const part of parts) {
    const sum = prompts.get(part.promptId) ?? { numerator: 0, denominator: 0 };
    const { numerator, denominator } = read(part);
    sum.numerator += numerator;
    sum.denominator += denominator;
    prompts.set(part.promptId, sum);
  }
  const rate = pooled(market, [...prompts.values()]);
  return { ...rate, grade: gradeOf(rate.denominator), change: null };
}

function pooled(market: Market, clusters: readonly Cluster[]): Omit<Figure, 'grade' | 'change'> {
  const sum = (part: keyof Cluster) => clusters.reduce((total, cluster) => total + cluster[part], 0);
  return {
    ...wilson(sum('numerator'), sum('denominator')),
    clustered: market.runs >= leastRuns ? bootstrapRatio(clusters) : null,
  };
}

/** Engines served by another model than before are left out, unless there is no other. */
function comparisonOf(
  market: Market,
  parts: readonly Part[],
  own: readonly DomainPart[],
  count: Count,
): Comparison {
  const steady = parts.filter(({ engine, pairs }) => pairs > 0 && !market.models.get(engine)?.changed);
  const compared = steady.length > 0 ? steady : parts.filter(({ pairs }) => pairs > 0);
  const engines = new Set(compared.map(({ engine }) => engine));
  const ofThese = own.filter(({ engine }) => engines.has(engine));
  const now = clustersOf(compared, ofThese, count, (part) => part.now);
  const before = clustersOf(compared, ofThese, count, (part) => part.before);
  return {
    kind: 'rate',
    clusters: now.flatMap((one, index): PairedCluster[] => {
      const earlier = before[index];
      return earlier ? [{ now: one, before: earlier }] : [];
    }),
    clustered: market.runs >= leastRuns,
    cells: compared.reduce((sum, { pairs }) => sum + pairs, 0),
    answersNow: compared.reduce((sum, part) => sum + part.now.answers, 0),
    answersBefore: compared.reduce((sum, part) => sum + part.before.answers, 0),
    engineChanged: steady.length === 0 && compared.length > 0,
    withoutEngines: [
      ...new Set(
        parts.filter(({ engine, pairs }) => pairs > 0 && !engines.has(engine)).map(({ engine }) => engine),
      ),
    ].sort(),
  };
}

/** One cluster a prompt, in the order the prompts first appear. */
function clustersOf(
  parts: readonly Part[],
  own: readonly DomainPart[],
  count: Count,
  periodOf: (part: Part | DomainPart) => PartCounts,
) {
  const clusters = new Map<string, { numerator: number; denominator: number }>();
  for (const part of parts) {
    const cluster = clusters.get(part.promptId) ?? { numerator: 0, denominator: 0 };
    cluster.denominator += periodOf(part)[count];
    clusters.set(part.promptId, cluster);
  }
  for (const part of own) {
    const cluster = clusters.get(part.promptId);
    if (cluster) cluster.numerator += periodOf(part)[count];
  }
  return [...clusters.values()];
}
