import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import { type GeneratedAnswer, prompts } from '#tests/dashboard/analytics/support/generated-answers';
import { isMentioned } from '#tests/dashboard/analytics/support/reference-answers';
import { computeAutocorrelation } from '#tests/dashboard/analytics/support/reference-changes';
import { filterScope, type Scope } from '#tests/dashboard/analytics/support/reference-definitions';
import { computeRateWithoutChange } from '#tests/dashboard/analytics/support/reference-sources';

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

/** Computes for each prompt which of the two brands is mentioned, and which leads beyond noise. */
export function computeHeadToHead(scope: Scope, competitor: number) {
  const { currentAnswers, definition, chosen } = scope;
  const rows = [...Map.groupBy(currentAnswers, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const count = (group: readonly GeneratedAnswer[], brand: number) => ({
      numerator: group.filter((answer) => isMentioned(definition, answer, brand)).length,
      denominator: group.length,
    });
    const computeBrandRate = (brand: number) =>
      computeRateWithoutChange(
        filterScope(scope, (answer) => answer.prompt === prompt),
        (answer) => (isMentioned(definition, answer, brand) ? 1 : 0),
        () => 1,
        ({ engine }) => engine,
      );
    return {
      prompt,
      answers,
      brandRate: computeBrandRate(chosen.brand),
      competitorRate: computeBrandRate(competitor),
      // Both brands are compared in the same answers: the chosen brand as the current period, the competitor as the previous one.
      segments: [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, group]) => ({
        promptId: `${prompt}`,
        engine,
        current: count(group, chosen.brand),
        previous: count(group, competitor),
      })),
    };
  });
  const leads = comparePeriods(
    rows.map(({ segments }) => ({
      kind: 'rate',
      segments,
      shocks: null,
      autocorrelation: computeAutocorrelation(scope),
      modelChanged: false,
      excludedEngines: [],
    })),
  );
  return rows.map(({ prompt, answers, brandRate, competitorRate }, index) => {
    const { verdict = 'not enough data', difference } = leads[index] ?? {};
    const [hasBrand, hasCompetitor] = [brandRate.numerator > 0, competitorRate.numerator > 0];
    const atMostOne = hasBrand ? 'only brand' : hasCompetitor ? 'only competitor' : 'neither';
    const mentioned = hasBrand && hasCompetitor ? 'both' : atMostOne;
    const leader = (difference ?? 0) > 0 ? 'ahead' : 'behind';
    const lead = verdict === 'not enough data' ? verdict : verdict === 'moved' ? leader : 'within noise';
    return {
      prompt: prompts[prompt]?.text,
      answers: answers.length,
      brandRate,
      competitorRate,
      mentioned,
      lead,
    };
  });
}
