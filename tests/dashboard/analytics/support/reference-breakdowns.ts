import type { Change } from '#lib/core/metric';
import { current, type GeneratedAnswer } from './generated-answers';
import { isWithinPeriod } from './reference-answers';
import { compareAll } from './reference-changes';
import { defineMetrics, filterScope, type MetricName, type Scope } from './reference-definitions';
import { computeMeanMetric, computeMetric, computeMetrics, computeTriggerRate } from './reference-metrics';

const metricNames = [
  'visibility',
  'shareOfVoice',
  'position',
  'firstPlace',
  'citationRate',
  'citationShare',
  'sentiment',
] as const satisfies MetricName[];

const breakdownNames = ['visibility', 'shareOfVoice', 'position', 'citationRate'] as const;

type GetKey = (answer: GeneratedAnswer) => string;

/** Computes the metrics of all brands, and those of the chosen brand by engine, by country, and by both. */
export function computeOverview(scope: Scope) {
  const brand = scope.chosen.brand;
  const engineCountryParts = splitScope(scope, ({ engine, country }) => `${engine} ${country}`);
  const parts = [
    ...splitScope(scope, ({ engine }) => engine),
    ...splitScope(scope, ({ country }) => country),
  ];
  const brands = [...scope.definition.brands.keys()];
  const getChange = computeChanges([
    ...brands.map((shownBrand) => ({ scope, brand: shownBrand, names: metricNames })),
    ...parts.map((part) => ({ scope: part.scope, brand, names: breakdownNames })),
    ...engineCountryParts.map((part) => ({ scope: part.scope, brand, names: ['visibility'] as const })),
  ]);
  const computeRows = (rows: typeof parts) => toBreakdown(rows, brand, getChange);
  const engineCount = new Set(splitScope(scope, ({ engine }) => engine).map(({ key }) => key)).size;
  return {
    brands: brands.map((shownBrand) =>
      computeMetrics(scope, shownBrand, (name) => getChange(scope, shownBrand, name)),
    ),
    byEngine: computeRows(parts.slice(0, engineCount)),
    byCountry: computeRows(parts.slice(engineCount)),
    byEngineAndCountry: new Map(
      engineCountryParts.map(({ key, scope: part }) => [
        key,
        computeMetric(part, defineMetrics(part, brand).visibility, getChange(part, brand, 'visibility')),
      ]),
    ),
  };
}

/** Computes the metrics of the chosen brand by prompt. */
export function computePromptBreakdown(scope: Scope, getKey: GetKey) {
  const { brand } = scope.chosen;
  const parts = splitScope(scope, getKey);
  const getChange = computeChanges(
    parts.map((part) => ({ scope: part.scope, brand, names: breakdownNames })),
  );
  return toBreakdown(parts, brand, getChange);
}

type GetChange = (scope: Scope, brand: number, name: MetricName) => Change | null;

/** Computes the changes of a page together, because their significance is corrected for their number. */
function computeChanges(rows: { scope: Scope; brand: number; names: readonly MetricName[] }[]): GetChange {
  const entries = rows.flatMap(({ scope, brand, names }) =>
    names.map((name) => ({ scope, brand, name, metric: defineMetrics(scope, brand)[name] })),
  );
  const changes = compareAll(entries);
  return (scope, brand, name) =>
    changes[
      entries.findIndex((entry) => entry.scope === scope && entry.brand === brand && entry.name === name)
    ] ?? null;
}

function splitScope(scope: Scope, getKey: GetKey) {
  const observed = scope.observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  return [...new Set(observed.map(getKey))].map((key) => ({
    key,
    scope: filterScope(scope, (answer) => getKey(answer) === key),
  }));
}

function toBreakdown(parts: ReturnType<typeof splitScope>, brand: number, getChange: GetChange) {
  return new Map(
    parts.map(({ key, scope }) => {
      const metrics = defineMetrics(scope, brand);
      const compute = (name: (typeof breakdownNames)[number]) =>
        computeMetric(scope, metrics[name], getChange(scope, brand, name));
      return [
        key,
        {
          answers: scope.currentAnswers.length,
          visibility: compute('visibility'),
          shareOfVoice: compute('shareOfVoice'),
          position: computeMeanMetric(
            scope,
            metrics.position,
            getChange(scope, brand, 'position'),
            metrics.firstPlace,
          ),
          trackedPosition: computeMeanMetric(scope, metrics.position, null, metrics.firstPlace),
          citationRate: compute('citationRate'),
          triggerRate: computeTriggerRate(scope),
        },
      ];
    }),
  );
}
