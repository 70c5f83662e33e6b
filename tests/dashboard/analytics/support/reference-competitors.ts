import { type GeneratedAnswer, prompts } from '#tests/dashboard/analytics/support/generated-answers';
import { isMentioned } from '#tests/dashboard/analytics/support/reference-answers';
import {
  filterScope,
  type Scope,
  splitScope,
} from '#tests/dashboard/analytics/support/reference-definitions';
import { getNoisyMetric, getPanels, listSegments } from '#tests/dashboard/analytics/support/reference-noise';
import { computeRateWithoutChange } from '#tests/dashboard/analytics/support/reference-sources';
import { compareShares } from '#tests/dashboard/analytics/support/reference-verdicts';

export type IsPresent = (answer: GeneratedAnswer, brand: number) => boolean;

/** Finds the prompts for which some engine has answers with a competitor and none with the brand. */
export function computeGaps({ currentAnswers, definition, chosen }: Scope, isPresent: IsPresent) {
  const competitors = [...definition.brands.keys()].filter((brand) => brand !== chosen.brand);
  const getPresence = (answers: readonly GeneratedAnswer[]) => {
    if (answers.some((answer) => isPresent(answer, chosen.brand))) return 'present';
    return answers.some((answer) => competitors.some((competitor) => isPresent(answer, competitor)))
      ? 'gap'
      : 'none';
  };
  const promptRows = [...Map.groupBy(currentAnswers, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const byEngine = [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, engineAnswers]) => ({
      engine,
      answers: engineAnswers,
      presence: getPresence(engineAnswers),
    }));
    const gapAnswers = byEngine.flatMap((engineRow) =>
      engineRow.presence === 'gap' ? engineRow.answers : [],
    );
    return {
      prompt: prompts[prompt]?.text,
      answers: answers.length,
      isMissingOnAllEngines: getPresence(answers) === 'gap',
      engines: byEngine
        .map((engineRow) => `${engineRow.engine} ${engineRow.answers.length} ${engineRow.presence}`)
        .sort(),
      competitors: competitors
        .flatMap((competitor) => {
          const count = gapAnswers.filter((answer) => isPresent(answer, competitor)).length;
          return count === 0 ? [] : [`${definition.brands[competitor]?.name} ${count}`];
        })
        .sort(),
    };
  });
  const gaps = promptRows.filter(({ engines }) => engines.some((engine) => engine.endsWith('gap')));
  return {
    promptCount: promptRows.length,
    missingOnAllEnginesCount: gaps.filter(({ isMissingOnAllEngines }) => isMissingOnAllEngines).length,
    prompts: new Map(gaps.map((gap) => [gap.prompt, gap])),
  };
}

/** Computes for each prompt which of the two brands is mentioned, and which is clearly ahead in the same answers. */
export function computeHeadToHead(scope: Scope, competitor: number) {
  const { currentAnswers, definition, chosen, panel } = scope;
  const getLead = (prompt: number, answers: number) => {
    if (answers < 20) return 'too early';
    const part = splitScope(scope, (segment) => segment.prompt === prompt);
    return (
      panel &&
      compareShares(panel, getNoisyMetric(panel, scope, chosen.brand, 'visibility'), {
        other: getPanels(panel, competitor, 'visibility'),
        segments: listSegments(part, chosen.brand, 'visibility'),
      })
    );
  };
  return [...Map.groupBy(currentAnswers, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const computeBrandRate = (brand: number) =>
      computeRateWithoutChange(
        filterScope(scope, (answer) => answer.prompt === prompt),
        (answer) => (isMentioned(definition, answer, brand) ? 1 : 0),
        () => 1,
        { getSegment: ({ engine }) => engine },
      );
    const [brandRate, competitorRate] = [computeBrandRate(chosen.brand), computeBrandRate(competitor)];
    const [hasBrand, hasCompetitor] = [brandRate.numerator > 0, competitorRate.numerator > 0];
    const atMostOne = hasBrand ? 'only brand' : hasCompetitor ? 'only competitor' : 'neither';
    const lead = getLead(prompt, answers.length);
    return {
      prompt: prompts[prompt]?.text,
      answers: answers.length,
      brandRate,
      competitorRate,
      mentioned: hasBrand && hasCompetitor ? 'both' : atMostOne,
      ...(lead && { lead }),
    };
  });
}
