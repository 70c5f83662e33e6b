import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const biome = join(root, 'node_modules', '.bin', 'biome');

/** Runs the project's lint rules on a component that contains `effect`. */
function lint(effect: string): { passes: boolean; output: string } {
  const folder = createTempFolder();
  writeFileSync(
    join(folder, 'planted.tsx'),
    `import * as React from 'react';\nimport { useEffect, useInsertionEffect, useLayoutEffect } from 'react';\n
export function Planted({ load }: { load: () => void }) {\n  ${effect}\n  return null;\n}\n`,
  );
  const args = ['lint', `--config-path=${join(root, 'biome.json')}`, '--vcs-enabled=false', '--only=plugin'];
  const { status, stdout, stderr } = spawnSync(biome, [...args, folder], { encoding: 'utf8' });
  deleteTempFolder(folder);
  return { passes: status === 0, output: stdout + stderr };
}

it.each([
  'useEffect(() => window.scrollTo(0, 0), []);',
  'useLayoutEffect(() => load());',
  'useInsertionEffect(() => () => load(), []);',
  'React.useEffect(() => load(), [load]);',
  'useEffect(load, [load]);',
])('rejects the effect %s', (effect) => {
  const { passes, output } = lint(effect);
  expect(output).toContain('Give the effect a function with a block');
  expect(passes).toBe(false);
});

it.each([
  'useEffect(() => { load(); }, [load]);',
  'useLayoutEffect(() => { return () => load(); });',
  'useEffect(function loadOnce() { load(); }, []);',
  'useEffect(() => {}, []);',
])('accepts the effect %s', (effect) => {
  expect(lint(effect).output).not.toContain('Give the effect');
});
