import { expect, test } from 'vitest';
import { findMissingPackages } from '#scripts/check/lock-file';

const lockOf = (packages: object) => JSON.stringify({ packages });

test('an optional package that the lock file does not name is reported with who asks for it', () => {
  const asking = { version: '1.0.0', optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } };
  const lock = lockOf({ '': {}, 'node_modules/a': asking, 'node_modules/a-linux': {} });
  expect(findMissingPackages(lock)).toEqual(['a-darwin (of node_modules/a)']);
});

test('an optional package may lie in any folder above the one that asks, or in its own', () => {
  const asking = { version: '1.0.0', optionalDependencies: { c: '1.0.0', d: '1.0.0', e: '1.0.0' } };
  const lock = lockOf({
    'node_modules/@x/a/node_modules/b': asking,
    'node_modules/@x/a/node_modules/b/node_modules/c': {},
    'node_modules/@x/a/node_modules/d': {},
    'node_modules/e': {},
  });
  expect(findMissingPackages(lock)).toEqual([]);
});
