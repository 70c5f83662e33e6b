import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { inheritedEnv, node, root } from '#tests/support/process';

interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Returns functions that run commands of the CLI in a separate process on a database, without the launcher. */
export function createCli(databaseUrl: string) {
  return { runCli, runJson };

  function runCli(...words: string[]): Promise<CliResult> {
    const args = ['lib/cli/main.ts', ...words];
    const env = { ...process.env, ...inheritedEnv, DATABASE_URL: databaseUrl };
    return new Promise((resolve) => {
      execFile(node, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  }

  /** Runs a command, which must succeed, and returns the JSON of its last line. */
  async function runJson(...words: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await runCli(...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  }
}
