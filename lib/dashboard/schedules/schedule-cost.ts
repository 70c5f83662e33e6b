import type { Engine } from '#lib/contract/engines';
import { z95 } from '#lib/core/metric';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import type { Cadence } from '#lib/dashboard/schedules/schedule';

/** What is to be asked, as counted before it is saved. */
export interface CostInput {
  /** How many. */
  prompts: number;
  engines: readonly Engine[];
  /** How many. */
  countries: number;
  samples: number;
  addOns: boolean;
  cadence: Cadence;
}

export interface ScheduleCost {
  /** Answers a run. */
  cells: number;
  /** Of one prompt in one country, once, over all engines. */
  creditsPerPrompt: number;
  creditsPerRun: number;
  runsPerMonth: number;
  creditsPerMonth: number;
  /**
   * Half the width of the 95% Wilson interval of a rate of 50% over one run's answers, from 0 to 0.5: how far a
   * figure of one run may at best lie from the truth, for answers to one prompt resemble one another. Null without
   * answers.
   */
  halfWidth: number | null;
}

/** In the longest month: a price shown in advance is rather too high than too low. */
const runsPerMonth: Record<Cadence, number> = { hourly: 744, daily: 31, weekly: 5, monthly: 1 };

/** What a schedule costs in credits, and how narrow an interval it buys. */
export function scheduleCost({
  prompts,
  engines,
  countries,
  samples,
  addOns,
  cadence,
}: CostInput): ScheduleCost {
  const asked = prompts * countries * samples;
  const creditsPerPrompt = engines.reduce((sum, engine) => sum + getCreditsPerAnswer(engine, addOns), 0);
  const creditsPerRun = asked * creditsPerPrompt;
  const cells = asked * engines.length;
  return {
    cells,
    creditsPerPrompt,
    creditsPerRun,
    runsPerMonth: runsPerMonth[cadence],
    creditsPerMonth: creditsPerRun * runsPerMonth[cadence],
    halfWidth: cells === 0 ? null : halfWidthAtHalf(cells),
  };
}

/** Half the width of the Wilson interval of a rate of 50%, where it is symmetric: z·√(n + z²) / (2·(n + z²)). */
function halfWidthAtHalf(n: number): number {
  return z95 / (2 * Math.sqrt(n + z95 * z95));
}
