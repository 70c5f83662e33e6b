import { current, type GeneratedAnswer } from './generated-answers';
import { isWithinPeriod } from './reference-answers';
import { type Scope, splitScope } from './reference-definitions';
import {
  computeMeanMetric,
  computeMetric,
  computeMetrics,
  computeTrackedPosition,
  computeTriggerRate,
} from './reference-metrics';

type GetKey = (answer: Pick<GeneratedAnswer, 'prompt' | 'engine' | 'country'>) => string;

/** Computes the metrics of all brands, and those of the chosen brand by engine, by country, and by both. */
export function computeOverview(scope: Scope) {
  const { brand } = scope.chosen;
  return {
    brands: [...scope.definition.brands.keys()].map((shownBrand) => computeMetrics(scope, shownBrand)),
    byEngine: computeBreakdown(scope, ({ engine }) => engine),
    byCountry: computeBreakdown(scope, ({ country }) => country),
    byEngineAndCountry: new Map(
      listParts(scope, ({ engine, country }) => `${engine} ${country}`).map(({ key, part }) => [
        key,
        computeMetric(part, brand, 'visibility'),
      ]),
    ),
  };
}

/** Lists the parts of a scope in which some run item of the current period ended with or without an answer. */
function listParts(scope: Scope, getKey: GetKey) {
  const observed = scope.observed
    .filter(isWithinPeriod(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  return [...new Set(observed.map(getKey))].map((key) => ({
    key,
    part: splitScope(scope, (segment) => getKey(segment) === key),
  }));
}

/** Computes the metrics of the chosen brand by a key of segments. */
export function computeBreakdown(scope: Scope, getKey: GetKey) {
  const { brand } = scope.chosen;
  return new Map(
    listParts(scope, getKey).map(({ key, part }) => [
      key,
      {
        answers: part.currentAnswers.length,
        visibility: computeMetric(part, brand, 'visibility'),
        shareOfVoice: computeMetric(part, brand, 'shareOfVoice'),
        position: computeMeanMetric(part, brand, 'position'),
        trackedPosition: computeTrackedPosition(part, brand),
        citationRate: computeMetric(part, brand, 'citationRate'),
        triggerRate: computeTriggerRate(part),
      },
    ]),
  );
}
