import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
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
  for (const script of ['main', 'run-cli']) {
    write(`scripts/start/${script}.ts`, `process.stderr.write('started ${script}\\n');`);
  }
  copyFileSync(join(root, 'scripts/start/bootstrap.mjs'), join(clone, 'scripts', 'start', 'bootstrap.mjs'));
  write('bin/npm', '#!/bin/sh\necho "npm $1" >&2\n');
  chmodSync(join(clone, 'bin', 'npm'), 0o755);
  return clone;
}

async function start(clone: string, script: string): Promise<string[]> {
  const command = [process.execPath, 'scripts/start/bootstrap.mjs', `scripts/start/${script}.ts`];
  const env = { ...process.env, PATH: [join(clone, 'bin'), process.env.PATH].join(delimiter) };
  const { output } = await runProgram(command, { cwd: clone, env });
  return output.split('\n').filter((line) => /^(npm|started) /.test(line));
}

test('starts the CLI without development packages, which containers lack', async () => {
  const clone = createClone('pruned', ['node_modules/pg']);
  expect(await start(clone, 'run-cli')).toEqual(['started run-cli']);
});

test('installs missing development packages for npm start, whose build needs them', async () => {
  const clone = createClone('pruned-start', ['node_modules/pg']);
  expect(await start(clone, 'main')).toEqual(['npm ci', 'started main']);
});

test('installs missing packages for the CLI, and none if only optional ones are missing', async () => {
  expect(await start(createClone('empty', []), 'run-cli')).toEqual(['npm ci', 'started run-cli']);
  const complete = createClone('complete', [
    'node_modules/pg',
    'node_modules/vitest',
    'node_modules/typescript',
  ]);
  expect(await start(complete, 'main')).toEqual(['started main']);
});
