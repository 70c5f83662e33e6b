import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openApiText } from '#lib/contract/openapi/document';
import { describeError } from '#lib/core/errors';
import { describeSettings } from '#lib/core/settings';
import { forgottenPackages } from '#scripts/check/lock-file';
import { readmeWithSettings } from '#scripts/check/settings-section';
import { runProgram } from '#scripts/start/run-program';

export interface CheckResult {
  name: string;
  passed: boolean;
  /** What the tool said; shown only on failure. */
  output: string;
}

const root = resolve(import.meta.dirname, '..', '..');

/** Each tool with its program in node_modules and its arguments. */
const tools = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  types: ['tsc', '--project', '.', '--incremental', 'false'],
  'import rule': ['depcruise', '--config', '.dependency-cruiser.cjs', 'lib', 'components', 'app', 'scripts'],
  'dead code': ['knip', '--no-progress'],
};

/** Everything that can be said of the sources without running them, side by side. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all([
    ...Object.entries(tools).map(([name, [program = '', ...args]]) => runTool(name, program, args)),
    checkSettingsTable(),
    checkLockFile(),
    checkOpenApi(),
  ]);
}

async function runTool(name: string, program: string, args: string[]): Promise<CheckResult> {
  try {
    const command = [join(root, 'node_modules', '.bin', program), ...args];
    const { code, output } = await runProgram(command, { cwd: root });
    return { name, passed: code === 0, output };
  } catch (error) {
    return { name, passed: false, output: describeError(error) };
  }
}

async function checkSettingsTable(): Promise<CheckResult> {
  const name = 'settings in the README';
  try {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const passed = readme === readmeWithSettings(readme, describeSettings());
    return {
      name,
      passed,
      output: 'They are not the ones of lib/core/settings.ts: npm run settings -- --write.',
    };
  } catch (error) {
    return { name, passed: false, output: describeError(error) };
  }
}

async function checkLockFile(): Promise<CheckResult> {
  const forgotten = forgottenPackages(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const output = `npm ci would refuse package-lock.json, which does not name: ${forgotten.join(', ')}`;
  return { name: 'lock file', passed: forgotten.length === 0, output };
}

async function checkOpenApi(): Promise<CheckResult> {
  const name = 'public/openapi.json';
  const output = 'It is not what lib/contract describes: npm run openapi.';
  try {
    const passed = (await readFile(join(root, 'public', 'openapi.json'), 'utf8')) === openApiText();
    return { name, passed, output };
  } catch (error) {
    return { name, passed: false, output: describeError(error) };
  }
}

/** One line a check, and what a failed one said. */
export function reportChecks(results: CheckResult[]): string {
  return results
    .map(
      ({ name, passed, output }) => `${passed ? 'ok    ' : 'FAILED'} ${name}${passed ? '' : `\n${output}`}`,
    )
    .join('\n');
}
