import { countDays } from '#lib/core/time';
import type { OracleRange } from '#tests/support/statistics-oracle';
import type { GeneratedAnswer } from './generated-answers';
import {
  countAllCitations,
  countBrandCitations,
  countSentiments,
  getRank,
  isBranded,
  isMentioned,
  listMentionedBrands,
} from './reference-answers';
import type { MetricName, Scope } from './reference-definitions';
import {
  type AnswerMetric,
  buildMetricPanels,
  type Count,
  isBrandedSegment,
  type MetricPanels,
  type ReferencePanel,
  remember,
} from './reference-panel';
import type { NoisyMetric } from './reference-verdicts';

const countOne = () => 1;

type PanelMetric = MetricName | 'shareOfVoiceWithBranded' | 'trackedPosition';

/** Describes how a metric of a brand is counted for its noise. */
function describeMetric({ definition }: ReferencePanel, brand: number, name: PanelMetric): AnswerMetric {
  const mentioned: Count = (answer) => (isMentioned(definition, answer, brand) ? 1 : 0);
  const getAnswerRank: Count = (answer) => getRank(definition, answer, brand) ?? 0;
  const countCitations: Count = (answer) => countBrandCitations(definition, answer, brand);
  switch (name) {
    case 'visibility':
      return { kind: 'share', sum: mentioned, answers: countOne };
    case 'citationRate':
      return { kind: 'share', sum: (answer) => (countCitations(answer) > 0 ? 1 : 0), answers: countOne };
    case 'position':
      return {
        kind: 'mean',
        sum: getAnswerRank,
        answers: mentioned,
        squares: (answer) => getAnswerRank(answer) ** 2,
        unit: 5,
      };
    case 'trackedPosition': {
      // Squares of these ranks are not stored; this is their largest possible sum.
      const count = definition.brands.length;
      const squares: Count = (answer) => mentioned(answer) * ((1 + count) * getAnswerRank(answer) - count);
      return { kind: 'mean', sum: getAnswerRank, answers: mentioned, squares, unit: 5 };
    }
    case 'firstPlace':
      return {
        kind: 'ratio',
        parts: (answer) => (getAnswerRank(answer) === 1 ? 1 : 0),
        wholes: mentioned,
        answers: countOne,
        isSigned: false,
      };
    case 'citationShare':
      return {
        kind: 'ratio',
        parts: countCitations,
        wholes: countAllCitations,
        answers: countOne,
        isSigned: false,
      };
    case 'sentiment': {
      const count = (answer: GeneratedAnswer) => countSentiments(definition, answer, brand);
      return {
        kind: 'ratio',
        parts: (answer) => count(answer).positive - count(answer).negative,
        wholes: (answer) => count(answer).positive + count(answer).neutral + count(answer).negative,
        answers: countOne,
        isSigned: true,
      };
    }
    case 'shareOfVoice':
    case 'shareOfVoiceWithBranded': {
      const keep =
        (count: Count): Count =>
        (answer) =>
          name === 'shareOfVoice' && isBranded(definition, answer.prompt) ? 0 : count(answer);
      return {
        kind: 'ratio',
        parts: keep(mentioned),
        wholes: keep((answer) => listMentionedBrands(definition, answer).length),
        answers: keep(countOne),
        isSigned: false,
      };
    }
  }
}

export function getPanels(panel: ReferencePanel, brand: number, name: PanelMetric): MetricPanels {
  return remember(panel, `panels ${name} ${brand}`, () =>
    buildMetricPanels(panel, describeMetric(panel, brand, name)),
  );
}

function buildNoisyMetric(panel: ReferencePanel, brand: number, name: PanelMetric): NoisyMetric {
  const others = [...panel.definition.brands.keys()].filter((other) => other !== brand);
  return {
    name: `${name} ${brand}`,
    own: getPanels(panel, brand, name),
    others: others.map((other) => getPanels(panel, other, name)),
  };
}

/** Returns the counts from which the noise of a metric of a brand is estimated. */
export function getNoisyMetric(
  panel: ReferencePanel,
  { chosen }: Scope,
  brand: number,
  name: MetricName,
): NoisyMetric {
  const withBranded = name === 'shareOfVoice' && chosen.branded !== 'without';
  return buildNoisyMetric(panel, brand, withBranded ? 'shareOfVoiceWithBranded' : name);
}

export const getTrackedPosition = (panel: ReferencePanel, brand: number): NoisyMetric =>
  buildNoisyMetric(panel, brand, 'trackedPosition');

/** Lists the segments of a scope from which a metric of a brand is computed. */
export function listSegments(scope: Scope, brand: number, name: MetricName): number[] {
  const { panel, definition, chosen } = scope;
  if (!panel) return [];
  const isCited = name === 'citationRate' || name === 'citationShare';
  if (isCited && (definition.brands[brand]?.domains.length ?? 0) === 0) return [];
  return panel.shown.filter((index) => {
    const segment = panel.segments[index];
    if (!segment || !scope.matches(segment)) return false;
    return name !== 'shareOfVoice' || chosen.branded !== 'without' || !isBrandedSegment(panel, segment);
  });
}

/** Returns a day as a range of a panel's days. */
export function getDay({ firstDay }: ReferencePanel, day: string): OracleRange {
  const index = countDays(firstDay, day) - 1;
  return [Math.max(0, index), Math.max(0, index + 1)];
}
