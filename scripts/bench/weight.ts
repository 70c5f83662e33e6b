import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { alignColumns } from '#scripts/bench/table';
import { findFreePort } from '#scripts/system/free-port';
import { runProgram } from '#scripts/system/run-program';

const root = resolve(import.meta.dirname, '..', '..');

interface Clone {
  folder: string;
  env: NodeJS.ProcessEnv;
  url: string;
}

/**
 * Measures how heavy Answerscope is: clones the last commit to a temporary folder, starts it there, and measures the
 * clone. npm takes packages from its cache; run this twice if they may not be there yet.
 * @returns a table with the goals
 */
export async function benchWeight(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'answerscope-weight-'));
  let instance: ChildProcess | undefined;
  try {
    const clone = await createClone(join(parent, 'clone'));
    const startedAt = performance.now();
    await run(['git', 'clone', '--quiet', root, clone.folder], {});
    instance = spawn('npm', ['start'], {
      cwd: clone.folder,
      env: clone.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await waitUntilRunning(instance);
    const startSeconds = (performance.now() - startedAt) / 1000;
    const installedMb = (await measureFolder(join(clone.folder, 'node_modules'))) / 1e6;
    const scriptKb = (await measureScripts(`${clone.url}/reference`)) / 1e3;
    const cliSeconds = await measureCli(clone);
    await stop(instance);
    const checkSeconds = await measureCheck(clone);
    return alignColumns([
      ['', 'measured', 'goal'],
      ['clone to running instance, s', startSeconds.toFixed(0), '60'],
      ['installed packages, MB', installedMb.toFixed(0), '700'],
      ['scripts of /reference, KB', scriptKb.toFixed(0), '1000'],
      ['CPU time of a command of the CLI, s', cliSeconds.toFixed(2), '0.60'],
      ['check after a change, s', checkSeconds.toFixed(1), '8.0'],
    ]);
  } finally {
    if (instance) await stop(instance);
    rmSync(parent, { recursive: true, force: true });
  }
}

async function createClone(folder: string): Promise<Clone> {
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  // Without the settings of this process, and without the Node.js that npm has put on its path.
  const path = PATH?.split(':').filter((entry) => !entry.endsWith('node_modules/.bin'));
  const env = { NODE_ENV: 'production', PATH: path?.join(':'), HOME, PORT: String(port) } as const;
  return { folder, env, url: `http://localhost:${port}` };
}

async function run(command: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<string> {
  const { code, output } = await runProgram(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} failed: ${output}`);
  return output;
}

/** @throws Error if the launcher exits first */
function waitUntilRunning(instance: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    instance.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Answerscope is running.')) done();
    });
    instance.once('error', fail);
    instance.once('close', () => fail(new Error(`The instance did not start: ${output}`)));
  });
}

async function stop(instance: ChildProcess): Promise<void> {
  if (instance.exitCode !== null || instance.signalCode !== null) return;
  const exited = once(instance, 'exit');
  instance.kill('SIGTERM');
  await exited;
}

/** Returns the bytes that the files of a folder take on the disk. */
async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const { parentPath, name } of entries) bytes += (await lstat(join(parentPath, name))).blocks * 512;
  return bytes;
}

/** Returns the bytes of all scripts that the HTML of a page loads, before compression. */
async function measureScripts(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, source = '']) => source);
  let bytes = 0;
  for (const source of new Set(sources)) {
    const response = await fetch(new URL(source.replaceAll('&amp;', '&'), url));
    if (!response.ok) throw new Error(`${source} returned ${response.status}.`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return bytes;
}

/** Returns the CPU seconds of all processes of a command, the second time that it runs on the instance. */
async function measureCli({ folder, env }: Clone): Promise<number> {
  const command = 'npm run --silent cli -- org list > /dev/null && times';
  await run(['sh', '-c', command], { cwd: folder, env });
  const output = await run(['sh', '-c', command], { cwd: folder, env });
  // The last line has the user and system time of the children: 0m0.36s 0m0.11s.
  const times = [...(output.split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Returns how long the check takes after a file has changed that hundreds of others import. */
async function measureCheck({ folder, env }: Clone): Promise<number> {
  const command = ['npm', 'run', '--silent', 'check'];
  await run(command, { cwd: folder, env });
  appendFileSync(join(folder, 'lib', 'core', 'text.ts'), '// A change.\n');
  const startedAt = performance.now();
  await run(command, { cwd: folder, env });
  return (performance.now() - startedAt) / 1000;
}
