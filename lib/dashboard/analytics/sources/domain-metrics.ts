import { listDays } from '#lib/core/days';
import { type Change, computeRate, getGrade, type Metric, type Rate } from '#lib/core/metric';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type {
  AnswerGroup,
  DomainCounts,
  DomainGroup,
  GroupCounts,
} from '#lib/dashboard/analytics/sources/domain-counts';
import {
  bootstrapRatio,
  type Cluster,
  minRuns,
  type PairedCluster,
} from '#lib/dashboard/analytics/statistics/bootstrap';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/** A domain's figures that need more than its sums. */
export interface DomainMetrics {
  /** Its citations ÷ all citations. */
  citationShare: Metric;
  /** Answers that cite it ÷ answers. */
  citationRate: Metric;
  /** The same share by day of the period; null on a day without citations. */
  trend: (Rate | null)[];
}

type Count = keyof GroupCounts;

/** The figures of domains by their names; the changes of each column are judged together. */
export function computeDomainMetrics(
  market: ProjectScope,
  { parts, ofDomains, days }: DomainCounts,
  domains: readonly string[],
): Map<string, DomainMetrics> {
  const byDomain = Map.groupBy(ofDomains, (part) => part.domain);
  const columns = domains.map((domain) => byDomain.get(domain) ?? []);
  const changesOf = (count: Count): (Change | null)[] =>
    market.periods.previous
      ? comparePeriods(columns.map((own) => toDomainComparison(market, parts, own, count)))
      : columns.map(() => null);
  const changes = { citations: changesOf('citations'), answers: changesOf('answers') };
  const daysByDay = new Map(days.map((one) => [one.day, one]));
  const { from, to } = market.periods.current;
  return new Map(
    domains.map((domain, index) => {
      const own = columns[index] ?? [];
      const figure = (count: Count) =>
        computeDomainMetric(market, parts, own, { count, change: changes[count][index] ?? null });
      return [
        domain,
        {
          citationShare: figure('citations'),
          citationRate: figure('answers'),
          trend: listDays(from, to).map((day) => {
            const counts = daysByDay.get(day);
            return counts && counts.citations > 0
              ? computeRate(counts.ofDomains[domain] ?? 0, counts.citations)
              : null;
          }),
        },
      ];
    }),
  );
}

/** The share of a domain in all citations, or in all answers. */
function computeDomainMetric(
  market: ProjectScope,
  parts: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  { count, change }: { count: Count; change: Change | null },
): Metric {
  const clusters = toDomainClusters(parts, own, count, (part) => part.all);
  const answers = parts.reduce((total, { all }) => total + all.answers, 0);
  return { ...poolClusters(market, clusters), grade: getGrade(answers), change };
}

/** A rate of one count of a domain's answers to another, such as cited ÷ listed; not compared. */
export function computeDomainRate(
  market: ProjectScope,
  parts: readonly DomainGroup[],
  read: (part: DomainGroup) => Cluster,
): Metric {
  const prompts = new Map<string, Cluster>();
  for (const part of parts) {
    const sum = prompts.get(part.promptId) ?? { numerator: 0, denominator: 0 };
    const { numerator, denominator } = read(part);
    sum.numerator += numerator;
    sum.denominator += denominator;
    prompts.set(part.promptId, sum);
  }
  const rate = poolClusters(market, [...prompts.values()]);
  return { ...rate, grade: getGrade(rate.denominator), change: null };
}

function poolClusters(market: ProjectScope, clusters: readonly Cluster[]): Omit<Metric, 'grade' | 'change'> {
  const sum = (part: keyof Cluster) => clusters.reduce((total, cluster) => total + cluster[part], 0);
  return {
    ...computeRate(sum('numerator'), sum('denominator')),
    clusteredInterval: market.runs >= minRuns ? bootstrapRatio(clusters) : null,
  };
}

/** Engines served by another model than before are left out, unless there is no other. */
function toDomainComparison(
  market: ProjectScope,
  parts: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  count: Count,
): PeriodComparison {
  const steady = parts.filter(({ engine, pairs }) => pairs > 0 && !market.models.get(engine)?.changed);
  const compared = steady.length > 0 ? steady : parts.filter(({ pairs }) => pairs > 0);
  const engines = new Set(compared.map(({ engine }) => engine));
  const ofThese = own.filter(({ engine }) => engines.has(engine));
  const now = toDomainClusters(compared, ofThese, count, (part) => part.now);
  const before = toDomainClusters(compared, ofThese, count, (part) => part.before);
  return {
    kind: 'rate',
    clusters: now.flatMap((one, index): PairedCluster[] => {
      const earlier = before[index];
      return earlier ? [{ now: one, before: earlier }] : [];
    }),
    clustered: market.runs >= minRuns,
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
function toDomainClusters(
  parts: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  count: Count,
  periodOf: (part: AnswerGroup | DomainGroup) => GroupCounts,
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
