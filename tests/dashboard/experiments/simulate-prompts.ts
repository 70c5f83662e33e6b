import type { ExperimentSegment } from '#lib/dashboard/experiments/prompt-rates';
import { drawNormal, toProbability } from '#tests/support/draw-normal';

/** Prompts that are asked in four periods. */
export interface SimulatedPrompts {
  prompts: number;
  treated: number;
  /** The number of answers of each of two engines to a prompt in each period. */
  answers: number;
  /** The standard deviation of a prompt’s random change between periods, on the logit scale. */
  drift: number;
  /** The treated prompts: drawn at random, or chosen by the periods before the change, or all prompts of a topic. */
  choice: 'random' | 'weakest' | 'best' | 'lost most' | 'a topic';
  /** The increase in the rate of treated prompts that the change causes. */
  effect?: number;
  /** The number of topics; 0 for none. */
  topics?: number;
  /** The standard deviation, on the logit scale, of what all prompts of a topic share in a period. */
  topicShock?: number;
}

const periods = ['earliest', 'preceding', 'before', 'after'] as const;

/** Simulates the answers of two engines to prompts. */
export function simulatePrompts(
  random: () => number,
  { prompts, treated, answers, drift, choice, effect = 0, topics = 0, topicShock = 0 }: SimulatedPrompts,
): ExperimentSegment[] {
  const count = (rate: number) => {
    let numerator = 0;
    for (let index = 0; index < answers; index += 1) numerator += random() < rate ? 1 : 0;
    return { numerator, denominator: answers };
  };
  const shocks = Array.from({ length: topics * periods.length }, () => topicShock * drawNormal(random));
  const simulated = Array.from({ length: prompts }, (_, prompt) => {
    const topic = topics > 0 ? prompt % topics : null;
    const level = 1.2 * drawNormal(random) - 0.3;
    const levels = periods.map(
      (__, period) =>
        level + drift * drawNormal(random) + (shocks[(topic ?? 0) * periods.length + period] ?? 0),
    );
    const engines = ([0, 1] as const).map((engine) => ({ engine, level: 0.7 * drawNormal(random) }));
    const rates = engines.map((own) => levels.map((logit) => toProbability(logit + own.level)));
    const earlier = rates.map((own) => own.slice(0, 3).map(count));
    const sum = (period: number) => earlier.reduce((total, own) => total + (own[period]?.numerator ?? 0), 0);
    return { prompt, topic, rates, earlier, preceding: sum(1), before: sum(2), draw: random() };
  });
  const order = {
    random: ({ draw }: (typeof simulated)[number]) => draw,
    weakest: ({ before }: (typeof simulated)[number]) => before,
    best: ({ before }: (typeof simulated)[number]) => -before,
    'lost most': ({ before, preceding }: (typeof simulated)[number]) => before - preceding,
    'a topic': ({ topic }: (typeof simulated)[number]) => topic ?? 0,
  }[choice];
  const isTreated = new Set(
    simulated
      .toSorted((a, b) => order(a) - order(b))
      .slice(0, treated)
      .map(({ prompt }) => prompt),
  );
  return simulated.flatMap(({ prompt, topic, rates, earlier }) =>
    rates.map((own, engine): ExperimentSegment => {
      const [first, second, third] = earlier[engine] ?? [];
      const none = { numerator: 0, denominator: 0 };
      const added = isTreated.has(prompt) ? effect : 0;
      return {
        promptId: `${prompt}`,
        isTreatment: isTreated.has(prompt),
        topic: topic === null ? null : `Topic ${topic}`,
        counts: {
          earliest: first ?? none,
          preceding: second ?? none,
          before: third ?? none,
          after: count(Math.min(1, (own[3] ?? 0) + added)),
        },
      };
    }),
  );
}
