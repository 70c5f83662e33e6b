import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPassedInputs } from '#scripts/check/passed-inputs';
import { findImportLines, readSourceFiles } from '#scripts/check/source-files';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const folder = createTempFolder();
afterAll(() => deleteTempFolder(folder));

const source = `import { a } from '#lib/a';\nimport {\n  b,\n} from '#lib/b';\n\nexport const sum = a + b;\nlog(sum);\n`;

test.each([
  source.replace('#lib/a', '#lib/c'),
  source.replace('#lib/b', '#lib/c'),
  source.replace('import {\n', 'import type {\n'),
  `${source}export * from './c';\n`,
  `${source}const c = await import('./c');\n`,
  `${source}const c = require('./c');\n`,
  `${source}type C = import('./c').C;\n`,
])('a changed import changes the lines with imports: %j', (changed) => {
  expect(findImportLines(changed)).not.toEqual(findImportLines(source));
});

test('a change without imports does not change the lines with imports', () => {
  expect(findImportLines(source.replace('log(sum)', 'log(-sum)'))).toEqual(findImportLines(source));
});

test('the hash of a file depends on its path and its text', () => {
  const root = join(folder, 'root');
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const readHash = () => readSourceFiles(root).map(({ hash }) => hash);
  write('lib/a.ts', 'a');
  write('lib/b.ts', 'a');
  write('lib/node_modules/c.ts', 'c');
  const before = readHash();
  expect(new Set(before).size).toBe(2);
  write('lib/b.ts', 'b');
  expect(readHash()).toEqual([before[0], expect.not.stringMatching(before[1] ?? '')]);
});

test('inputs that passed are kept until they are neither found nor added again', () => {
  const file = join(folder, 'cache', 'passed');
  const read = () => readPassedInputs(file);
  const first = read();
  expect(first.has('types 1')).toBe(false);
  first.add('types 1');
  first.add('layers 1');
  expect(read().has('types 1')).toBe(false);
  first.save();
  const second = read();
  expect(second.has('types 1')).toBe(true);
  second.add('layers 2');
  second.save();
  const third = read();
  expect(['types 1', 'layers 1', 'layers 2'].filter((input) => third.has(input))).toEqual([
    'types 1',
    'layers 2',
  ]);
});
