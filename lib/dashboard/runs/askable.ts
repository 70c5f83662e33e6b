import { engines } from '#lib/contract/engines';
import { creditsFor } from '#lib/contract/pricing';
import type { RunPart } from '#lib/dashboard/runs/run-parts';

/** What of a run can be asked again (`askAgain`), and what that costs in credits at most. */
export function askableOf(parts: readonly RunPart[]): { cells: number; credits: number } {
  return parts.reduce(
    ({ cells, credits }, { engine: name, askable }) => {
      const engine = engines.find((one) => one === name);
      return { cells: cells + askable, credits: credits + askable * (engine ? creditsFor(engine, {}) : 0) };
    },
    { cells: 0, credits: 0 },
  );
}
