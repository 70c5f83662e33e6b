import { type Change, computeRate, getGrade, type Metric, type Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import type { AnswerCounts } from '#lib/dashboard/analytics/segments/answer-segments';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { AnswerGroup, DomainCounts, DomainGroup } from '#lib/dashboard/analytics/sources/domain-counts';
import {
  bootstrapRatio,
  type Cluster,
  minRuns,
  type PairedCluster,
} from '#lib/dashboard/analytics/statistics/bootstrap';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';

/** The metrics of a domain that need more than its sums. */
export interface DomainMetrics {
  /** Its citations ÷ all citations. */
  citationShare: Metric;
  /** Answers that cite it ÷ answers. */
  citationRate: Metric;
  /** Its citation share by day of the current period; null on a day without citations. */
  trend: (Rate | null)[];
}

type Count = keyof AnswerCounts;

/** Computes the metrics of domains, by domain; the changes of one metric are judged together. */
export function computeDomainMetrics(
  scope: ProjectScope,
  { groups, domainGroups, days }: DomainCounts,
  domains: readonly string[],
): Map<string, DomainMetrics> {
  const byDomain = Map.groupBy(domainGroups, (group) => group.domain);
  const columns = domains.map((domain) => byDomain.get(domain) ?? []);
  const compare = (count: Count): (Change | null)[] =>
    scope.periods.previous
      ? comparePeriods(columns.map((own) => toDomainComparison(scope, groups, own, count)))
      : columns.map(() => null);
  const changes = { citations: compare('citations'), answers: compare('answers') };
  const countsByDay = new Map(days.map((counts) => [counts.day, counts]));
  const { from, to } = scope.periods.current;
  return new Map(
    domains.map((domain, index) => {
      const own = columns[index] ?? [];
      const compute = (count: Count) =>
        computeDomainMetric(scope, groups, own, { count, change: changes[count][index] ?? null });
      return [
        domain,
        {
          citationShare: compute('citations'),
          citationRate: compute('answers'),
          trend: listDays(from, to).map((day) => {
            const counts = countsByDay.get(day);
            return counts && counts.citations > 0
              ? computeRate(counts.byDomain[domain] ?? 0, counts.citations)
              : null;
          }),
        },
      ];
    }),
  );
}

/** Computes the share of a domain in all citations or in all answers. */
function computeDomainMetric(
  scope: ProjectScope,
  groups: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  { count, change }: { count: Count; change: Change | null },
): Metric {
  const clusters = toDomainClusters(groups, own, count, (group) => group.all);
  const answers = groups.reduce((total, { all }) => total + all.answers, 0);
  return { ...poolClusters(scope, clusters), grade: getGrade(answers), change };
}

/** Computes the rate of two counts of a domain, such as cited ÷ listed, without a change. */
export function computeDomainRate(
  scope: ProjectScope,
  groups: readonly DomainGroup[],
  read: (group: DomainGroup) => Cluster,
): Metric {
  const prompts = new Map<string, Cluster>();
  for (const group of groups) {
    const sum = prompts.get(group.promptId) ?? { numerator: 0, denominator: 0 };
    const { numerator, denominator } = read(group);
    sum.numerator += numerator;
    sum.denominator += denominator;
    prompts.set(group.promptId, sum);
  }
  const rate = poolClusters(scope, [...prompts.values()]);
  return { ...rate, grade: getGrade(rate.denominator), change: null };
}

function poolClusters(scope: ProjectScope, clusters: readonly Cluster[]): Omit<Metric, 'grade' | 'change'> {
  const sum = (part: keyof Cluster) => clusters.reduce((total, cluster) => total + cluster[part], 0);
  return {
    ...computeRate(sum('numerator'), sum('denominator')),
    clusteredInterval: scope.runCount >= minRuns ? bootstrapRatio(clusters) : null,
  };
}

/** Excludes engines whose model changed, unless all did. */
function toDomainComparison(
  scope: ProjectScope,
  groups: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  count: Count,
): PeriodComparison {
  const unchanged = groups.filter(
    ({ engine, pairCount }) => pairCount > 0 && !scope.models.get(engine)?.changed,
  );
  const compared = unchanged.length > 0 ? unchanged : groups.filter(({ pairCount }) => pairCount > 0);
  const engines = new Set(compared.map(({ engine }) => engine));
  const comparedOwn = own.filter(({ engine }) => engines.has(engine));
  const now = toDomainClusters(compared, comparedOwn, count, (group) => group.now);
  const before = toDomainClusters(compared, comparedOwn, count, (group) => group.before);
  return {
    kind: 'rate',
    clusters: now.flatMap((one, index): PairedCluster[] => {
      const previous = before[index];
      return previous ? [{ now: one, before: previous }] : [];
    }),
    isClustered: scope.runCount >= minRuns,
    segments: compared.reduce((sum, { pairCount }) => sum + pairCount, 0),
    answersNow: compared.reduce((sum, group) => sum + group.now.answers, 0),
    answersBefore: compared.reduce((sum, group) => sum + group.before.answers, 0),
    modelChanged: unchanged.length === 0 && compared.length > 0,
    excludedEngines: [
      ...new Set(
        groups
          .filter(({ engine, pairCount }) => pairCount > 0 && !engines.has(engine))
          .map(({ engine }) => engine),
      ),
    ].sort(),
  };
}

/** Returns one cluster for each prompt, in the order in which prompts first appear. */
function toDomainClusters(
  groups: readonly AnswerGroup[],
  own: readonly DomainGroup[],
  count: Count,
  getCounts: (group: AnswerGroup | DomainGroup) => AnswerCounts,
) {
  const clusters = new Map<string, { numerator: number; denominator: number }>();
  for (const group of groups) {
    const cluster = clusters.get(group.promptId) ?? { numerator: 0, denominator: 0 };
    cluster.denominator += getCounts(group)[count];
    clusters.set(group.promptId, cluster);
  }
  for (const group of own) {
    const cluster = clusters.get(group.promptId);
    if (cluster) cluster.numerator += getCounts(group)[count];
  }
  return [...clusters.values()];
}
