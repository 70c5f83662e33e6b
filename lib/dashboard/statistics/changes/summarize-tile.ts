import { visibleDifference } from '#lib/core/metric';
import type { JudgedChange } from '#lib/dashboard/statistics/changes/judge-change';
import type { Level } from '#lib/dashboard/statistics/levels/estimate-level';

/** The level and the change that a tile shows, which belong together. */
export interface TileSummary {
  level: Pick<Level, 'value' | 'numerator' | 'answers' | 'interval'>;
  change: JudgedChange;
  /**
   * True if the level of the prompts asked in both periods differs visibly from that of all answers. The tile then adds it:
   * "on the 12 prompts asked in both periods: 31% → 36%".
   */
  namesComparedPrompts: boolean;
}

/** Combines the level of a period and its change. @param unit of the metric */
export function summarizeTile(level: TileSummary['level'], change: JudgedChange, unit: number): TileSummary {
  const distance = change.after === null ? 0 : Math.abs(change.after - level.value);
  return { level, change, namesComparedPrompts: distance >= visibleDifference * unit };
}
