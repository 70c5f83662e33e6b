import { clamp, total } from '#lib/dashboard/statistics/numeric/arrays';

/** The models that an engine served in a period. */
export interface ServedModels {
  /** Number of answers by name of the model. */
  answers: ReadonlyMap<string, number>;
  /** Number of days with answers. */
  runDays: number;
}

/** The difference of the models that an engine served in two periods. */
export interface ModelChange {
  /** Half the sum of the differences of their shares: from 0 to 1. */
  distance: number;
  /** Three standard deviations of the share that differs most, if each day had one model: over 1 with few days. */
  noise: number;
  /** The distance from which the model counts as changed: the noise, from 0.3 to 0.9. */
  threshold: number;
  isChanged: boolean;
}

const minAnswers = 20;
const minThreshold = 0.3;
const maxThreshold = 0.9;

/**
 * Compares the shares of the models that an engine served in two periods. A router that mixes two models steadily is no
 * change: the distance has to be larger than three standard deviations of the share that differs most, if each day had one
 * model.
 * @returns null with fewer than 20 answers in a period
 */
export function measureModelChange(current: ServedModels, previous: ServedModels): ModelChange | null {
  const currentAnswers = total(current.answers.values(), (count) => count);
  const previousAnswers = total(previous.answers.values(), (count) => count);
  if (Math.min(currentAnswers, previousAnswers) < minAnswers) return null;
  const models = [...new Set([...current.answers.keys(), ...previous.answers.keys()])].map((name) => {
    const [now, before] = [current.answers.get(name) ?? 0, previous.answers.get(name) ?? 0];
    return {
      difference: Math.abs(now / currentAnswers - before / previousAnswers),
      pooled: (now + before) / (currentAnswers + previousAnswers),
    };
  });
  const distance = total(models, ({ difference }) => difference) / 2;
  const most = models.reduce((a, b) => (b.difference > a.difference ? b : a), { difference: -1, pooled: 0 });
  const perDay = 1 / current.runDays + 1 / previous.runDays;
  const noise = 3 * Math.sqrt(most.pooled * (1 - most.pooled) * perDay);
  const threshold = clamp(noise, minThreshold, maxThreshold);
  return { distance, noise, threshold, isChanged: distance >= threshold };
}
