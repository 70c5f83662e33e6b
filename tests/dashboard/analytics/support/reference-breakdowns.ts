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

const figureNames = [
  'visibility',
  'shareOfVoice',
  'position',
  'firstPlace',
  'citationRate',
  'citationShare',
  'sentiment',
] as const satisfies MetricName[];

/** All seven figures of a brand, judged as one family. */
export function computeHeadline(scope: Scope, brand: number) {
  const measures = defineMetrics(scope, brand);
  const changes = compareAll(figureNames.map((name) => ({ scope, measure: measures[name] })));
  return computeMetrics(scope, brand, (name) => changes[figureNames.indexOf(name)] ?? null);
}

/** The seven figures of every brand, each figure judged over the brands. */
export function computeBrands(scope: Scope) {
  const brands = [...scope.definition.brands.keys()];
  const columns = figureNames.map((name) =>
    compareAll(brands.map((brand) => ({ scope, measure: defineMetrics(scope, brand)[name] }))),
  );
  return brands.map((brand) =>
    computeMetrics(scope, brand, (name) => columns[figureNames.indexOf(name)]?.[brand] ?? null),
  );
}

/** The figures of each part of the answers under a key, each figure judged over the parts. */
export function computeBreakdown(scope: Scope, brand: number, keyOf: (one: GeneratedAnswer) => string) {
  const asked = scope.observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  const keys = [...new Set(asked.map(keyOf))];
  const parts = keys.map((key) => filterScope(scope, (one) => keyOf(one) === key));
  const changes = (name: MetricName) =>
    compareAll(parts.map((part) => ({ scope: part, measure: defineMetrics(part, brand)[name] })));
  const [seen, voice, place, cited] = [
    changes('visibility'),
    changes('shareOfVoice'),
    changes('position'),
    changes('citationRate'),
  ];
  return new Map(
    parts.map((part, at) => {
      const measures = defineMetrics(part, brand);
      return [
        keys[at] ?? '',
        {
          answers: part.now.length,
          visibility: computeMetric(part, measures.visibility, seen?.[at] ?? null),
          shareOfVoice: computeMetric(part, measures.shareOfVoice, voice?.[at] ?? null),
          position: computeMeanMetric(part, measures.position, place?.[at] ?? null),
          citationRate: computeMetric(part, measures.citationRate, cited?.[at] ?? null),
          triggerRate: computeTriggerRate(part),
        },
      ];
    }),
  );
}
