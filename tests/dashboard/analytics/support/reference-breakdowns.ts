import { current, type GeneratedAnswer } from './generated-answers';
import { isWithinPeriod } from './reference-answers';
import {
  compareAll,
  computeMeanMetric,
  computeMetric,
  computeMetrics,
  computeTriggerRate,
  defineMetrics,
  filterScope,
  type MetricName,
  type Scope,
} from './reference-metrics';

const metricNames = [
  'visibility',
  'shareOfVoice',
  'position',
  'firstPlace',
  'citationRate',
  'citationShare',
  'sentiment',
] as const satisfies MetricName[];

/** Computes the seven metrics of a brand, judged together. */
export function computeHeadline(scope: Scope, brand: number) {
  const measures = defineMetrics(scope, brand);
  const changes = compareAll(metricNames.map((name) => ({ scope, measure: measures[name] })));
  return computeMetrics(scope, brand, (name) => changes[metricNames.indexOf(name)] ?? null);
}

/** Computes the seven metrics of every brand; each metric is judged over all brands. */
export function computeBrands(scope: Scope) {
  const brands = [...scope.definition.brands.keys()];
  const columns = metricNames.map((name) =>
    compareAll(brands.map((brand) => ({ scope, measure: defineMetrics(scope, brand)[name] }))),
  );
  return brands.map((brand) =>
    computeMetrics(scope, brand, (name) => columns[metricNames.indexOf(name)]?.[brand] ?? null),
  );
}

/** Computes metrics by key; each metric is judged over all keys. */
export function computeBreakdown(scope: Scope, brand: number, getKey: (one: GeneratedAnswer) => string) {
  const observed = scope.observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  const keys = [...new Set(observed.map(getKey))];
  const parts = keys.map((key) => filterScope(scope, (one) => getKey(one) === key));
  const compareMetric = (name: MetricName) =>
    compareAll(parts.map((part) => ({ scope: part, measure: defineMetrics(part, brand)[name] })));
  const [visibility, shareOfVoice, position, citationRate] = [
    compareMetric('visibility'),
    compareMetric('shareOfVoice'),
    compareMetric('position'),
    compareMetric('citationRate'),
  ];
  return new Map(
    parts.map((part, index) => {
      const measures = defineMetrics(part, brand);
      return [
        keys[index] ?? '',
        {
          answers: part.now.length,
          visibility: computeMetric(part, measures.visibility, visibility?.[index] ?? null),
          shareOfVoice: computeMetric(part, measures.shareOfVoice, shareOfVoice?.[index] ?? null),
          position: computeMeanMetric(part, measures.position, position?.[index] ?? null),
          citationRate: computeMetric(part, measures.citationRate, citationRate?.[index] ?? null),
          triggerRate: computeTriggerRate(part),
        },
      ];
    }),
  );
}
