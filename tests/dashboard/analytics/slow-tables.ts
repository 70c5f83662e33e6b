import { current, type MadeUp } from './made-up';
import { during } from './slow-answers';
import {
  changesOf,
  type FigureName,
  figuresOf,
  meanOf,
  measuresOf,
  partOf,
  rateOf,
  type Scope,
  triggerRateOf,
} from './slow-figures';

const figureNames = [
  'visibility',
  'shareOfVoice',
  'position',
  'firstPlace',
  'citationRate',
  'citationShare',
  'sentiment',
] as const satisfies FigureName[];

/** All seven figures of a brand, judged as one family. */
export function headlineFigures(scope: Scope, brand: number) {
  const measures = measuresOf(scope, brand);
  const changes = changesOf(figureNames.map((name) => ({ scope, measure: measures[name] })));
  return figuresOf(scope, brand, (name) => changes[figureNames.indexOf(name)] ?? null);
}

/** The seven figures of every brand, each figure judged over the brands. */
export function standingFigures(scope: Scope) {
  const brands = [...scope.definition.brands.keys()];
  const columns = figureNames.map((name) =>
    changesOf(brands.map((brand) => ({ scope, measure: measuresOf(scope, brand)[name] }))),
  );
  return brands.map((brand) =>
    figuresOf(scope, brand, (name) => columns[figureNames.indexOf(name)]?.[brand] ?? null),
  );
}

/** The figures of each part of the answers under a key, each figure judged over the parts. */
export function slices(scope: Scope, brand: number, keyOf: (one: MadeUp) => string) {
  const asked = scope.observed
    .filter(during(current))
    .filter(({ outcome }) => outcome === 'answered' || outcome === 'no_answer');
  const keys = [...new Set(asked.map(keyOf))];
  const parts = keys.map((key) => partOf(scope, (one) => keyOf(one) === key));
  const changes = (name: FigureName) =>
    changesOf(parts.map((part) => ({ scope: part, measure: measuresOf(part, brand)[name] })));
  const [seen, voice, place, cited] = [
    changes('visibility'),
    changes('shareOfVoice'),
    changes('position'),
    changes('citationRate'),
  ];
  return new Map(
    parts.map((part, at) => {
      const measures = measuresOf(part, brand);
      return [
        keys[at] ?? '',
        {
          answers: part.now.length,
          visibility: rateOf(part, measures.visibility, seen?.[at] ?? null),
          shareOfVoice: rateOf(part, measures.shareOfVoice, voice?.[at] ?? null),
          position: meanOf(part, measures.position, place?.[at] ?? null),
          citationRate: rateOf(part, measures.citationRate, cited?.[at] ?? null),
          triggerRate: triggerRateOf(part),
        },
      ];
    }),
  );
}
