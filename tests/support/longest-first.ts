import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start processes or browsers, the slowest first; all others take a few seconds at most. Those that mostly wait
 * come together with those that keep a processor busy, and tests that inject faults together at the beginning.
 */
const longFiles = [
  'tests/faults/faults.test.ts',
  'tests/faults/rolling-restart.test.ts',
  'tests/scale/many-processes.test.ts',
  'tests/e2e/screens.test.ts',
  'tests/scripts/launcher.test.ts',
  'tests/http/metrics-api/malformed-parameters.test.ts',
  'tests/browsers/',
  'tests/acceptance/programming-languages.test.ts',
  'tests/cli/commands.test.ts',
  'tests/e2e/errors.test.ts',
  'tests/security/malformed-input.test.ts',
  'tests/e2e/navigation.test.ts',
  'tests/e2e/',
  '.isolated.test.ts',
  'tests/cli/',
  'tests/http/reference.test.ts',
  'tests/http/noisy-neighbor.test.ts',
  'tests/acceptance/',
  'tests/scripts/',
  'tests/security/',
];

/**
 * Starts the slowest files first, so that none of them runs alone at the end. Isolated files start early, since a worker
 * process loads all modules again after each of them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getRank = ({ moduleId }: TestSpecification) => {
      const index = longFiles.findIndex((part) => moduleId.includes(part));
      return index === -1 ? longFiles.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => getRank(a) - getRank(b));
  }
}
