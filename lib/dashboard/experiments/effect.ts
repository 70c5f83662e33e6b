import { type Interval, type Rate, wilson } from '#lib/core/rate';
import { bootstrapDifference, leastClusters, type PairedCluster } from '#lib/dashboard/analytics/bootstrap';
import { newcombe } from '#lib/dashboard/analytics/difference';
import { benjaminiHochberg } from '#lib/dashboard/analytics/false-discovery';
import { leastAnswers } from '#lib/dashboard/analytics/judge';
import { t95, twoSidedTP } from '#lib/dashboard/analytics/student-t';

/** One rate of the prompts that a change should move and of the others, a cluster a prompt. */
export interface Trial {
  treated: readonly PairedCluster[];
  control: readonly PairedCluster[];
}

/** One of the two groups, pooled over its prompts. */
export interface Arm {
  before: Rate;
  now: Rate;
  prompts: number;
}

/** A difference in differences: how much more the treated prompts changed than the others. */
export interface Effect {
  treated: Arm;
  control: Arm;
  /** (now − before) of the treated less the same of the others, in shares; null without answers on a side. */
  difference: number | null;
  /** Its 95% interval. */
  interval: Interval | null;
  verdict: 'moved' | 'within noise' | 'not enough data';
}

/** The effects of one change on several rates, judged together (metrics.md, "Noise"). */
export function effectsOf(trials: readonly Trial[]): Effect[] {
  const measured = trials.map(measure);
  const judged = measured.filter(({ enough }) => enough);
  const rejected = benjaminiHochberg(judged.map(({ p }) => p));
  const moved = new Set(judged.filter((_, index) => rejected[index]));
  return measured.map((one) => ({
    ...one.effect,
    verdict: !one.enough ? 'not enough data' : moved.has(one) ? 'moved' : 'within noise',
  }));
}

interface Measured {
  effect: Omit<Effect, 'verdict'>;
  enough: boolean;
  p: number;
}

function measure(trial: Trial): Measured {
  const treated = armOf(trial.treated);
  const control = armOf(trial.control);
  const gain = gainOf(treated);
  const drift = gainOf(control);
  const difference = gain === null || drift === null ? null : gain - drift;
  const enough = difference !== null && isEnough(treated) && isEnough(control);
  const spread = enough ? spreadOf(trial, { treated, control }, difference) : null;
  return {
    effect: { treated, control, difference, interval: spread?.interval ?? null },
    enough,
    p: spread?.p ?? 1,
  };
}

function armOf(clusters: readonly PairedCluster[]): Arm {
  const sum = (period: 'before' | 'now') =>
    wilson(
      clusters.reduce((total, cluster) => total + cluster[period].numerator, 0),
      clusters.reduce((total, cluster) => total + cluster[period].denominator, 0),
    );
  return { before: sum('before'), now: sum('now'), prompts: clusters.length };
}

function gainOf({ before, now }: Arm): number | null {
  return before.value === null || now.value === null ? null : now.value - before.value;
}

function isEnough({ before, now, prompts }: Arm): boolean {
  return prompts >= leastClusters && before.denominator >= leastAnswers && now.denominator >= leastAnswers;
}

/**
 * The spread of the difference by resampling whole prompts, each group by itself, so that the variances add. Few
 * prompts tell their own spread badly: hence Student's t with Welch and Satterthwaite's degrees of freedom.
 */
function spreadOf(trial: Trial, arms: { treated: Arm; control: Arm }, difference: number) {
  const groups = [trial.treated, trial.control].map((clusters) => {
    const resampled = bootstrapDifference(clusters);
    return { variance: (resampled?.standardError ?? 0) ** 2, freedom: clusters.length - 1 };
  });
  const variance = groups.reduce((sum, group) => sum + group.variance, 0);
  if (variance === 0) return countedSpread(arms, difference);
  const freedom = variance ** 2 / groups.reduce((sum, group) => sum + group.variance ** 2 / group.freedom, 0);
  const half = Math.sqrt(variance) * t95(freedom);
  return {
    interval: { low: difference - half, high: difference + half },
    p: twoSidedTP(difference / Math.sqrt(variance), freedom),
  };
}

/**
 * Where all prompts of a group behave alike, resampling shows no spread, and that of the answers counted stands in:
 * Newcombe's intervals of the two changes, recovered into one of their difference (Zou and Donner, Statistics in
 * Medicine 27, 2008).
 */
function countedSpread({ treated, control }: { treated: Arm; control: Arm }, difference: number) {
  const gain = newcombe(treated);
  const drift = newcombe(control);
  if (!gain || !drift) return null;
  const [gained, drifted] = [gainOf(treated) ?? 0, gainOf(control) ?? 0];
  const interval = {
    low: difference - Math.hypot(gained - gain.low, drift.high - drifted),
    high: difference + Math.hypot(gain.high - gained, drifted - drift.low),
  };
  return { interval, p: interval.low > 0 || interval.high < 0 ? 0 : 1 };
}
