import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { lockFile } from '#scripts/system/file-lock';
import { runProgram } from '#scripts/system/run-program';

/** Folders that `next build` reads, except for the folders in them that are in `unbundledFolders`. */
const sources = ['app', 'components', 'lib', 'public'];
const files = [
  'instrumentation-client.ts',
  'next.config.js',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
];
const unbundledFolders = ['lib/web', 'lib/worker', 'lib/cli', 'lib/db/migrations'];

const hashFile = '.next/sources.sha256';

/** Returns whether `.next` was built from the current sources. */
function isBuildCurrent(root: string): boolean {
  const file = join(root, hashFile);
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources(root);
}

/**
 * Builds the pages if the sources have changed since the last build. Concurrent builds in one folder take turns.
 * @throws Error with the build's output when it fails
 */
export async function buildIfStale(
  root: string,
  printLine: (line: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  if (isBuildCurrent(root)) return;
  const lock = await waitForLock(join(root, 'node_modules', '.cache'), stopped);
  try {
    if (isBuildCurrent(root)) return;
    printLine('Building the pages. This happens once after each source change.');
    const hash = hashSources(root);
    rmSync(join(root, hashFile), { force: true });
    await runNextBuild(root, hash, stopped);
    const built = join(root, '.next', 'static');
    await compressStatic(built, join(root, '.next', 'brotli'));
    writeFileSync(join(root, hashFile), hash);
  } finally {
    lock.release();
  }
}

async function waitForLock(folder: string, stopped: AbortSignal) {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const lock = lockFile(join(folder, 'answerscope-build.lock'));
    if (lock) return lock;
    await delay(200, undefined, { signal: stopped });
  }
}

async function runNextBuild(root: string, hash: string, stopped: AbortSignal): Promise<void> {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    SOURCES_HASH: hash,
  };
  const command = [process.execPath, next, 'build'];
  const { code, output } = await runProgram(command, { cwd: root, env, signal: stopped });
  if (code !== 0) throw new Error(`The pages could not be built:\n${output}`);
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of [...files, ...sources.flatMap((folder) => listFiles(root, folder))]) {
    const file = join(root, path);
    if (existsSync(file)) hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(root: string, folder: string): string[] {
  if (unbundledFolders.includes(folder) || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return statSync(join(root, path)).isDirectory() ? listFiles(root, path) : [path];
    });
}

const brotli = promisify(brotliCompress);
const compressible = /\.(?:css|js|json|svg)$/;
/** Makes V8 compile a script off the main thread, which halves the time that scripts block that thread on a phone. */
const compileHint = Buffer.from('//# allFunctionsCalledOnLoad\n');

/** Compresses each text file of a folder with Brotli into another folder. Brotli is about 15% smaller than gzip. */
async function compressStatic(source: string, target: string): Promise<void> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const textFiles = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    textFiles.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const compressed = `${join(target, relative(source, file))}.br`;
      await mkdir(dirname(compressed), { recursive: true });
      const content = await readFile(file);
      const hinted = name.endsWith('.js') ? Buffer.concat([compileHint, content]) : content;
      await writeFile(compressed, await brotli(hinted));
    }),
  );
}
