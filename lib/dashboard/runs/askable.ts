import { engines } from '#lib/contract/engines';
import { creditsPerAnswer } from '#lib/dashboard/runs/add-ons';
import type { RunPart } from '#lib/dashboard/runs/run-parts';

/**
 * What of a run can be asked again (`askAgain`), and what that costs in credits at most.
 * @param addOns whether the run asks for them
 */
export function askableOf(parts: readonly RunPart[], addOns: boolean): { cells: number; credits: number } {
  return parts.reduce(
    ({ cells, credits }, { engine: name, askable }) => {
      const engine = engines.find((one) => one === name);
      const price = engine ? creditsPerAnswer(engine, addOns) : 0;
      return { cells: cells + askable, credits: credits + askable * price };
    },
    { cells: 0, credits: 0 },
  );
}
