import { expect, test } from 'vitest';
import { findMissingPackages } from '#scripts/check/lock-file';

const createLock = (packages: object) => JSON.stringify({ packages });

test('reports an optional dependency that is missing from the lock file, and its dependent', () => {
  const dependent = { version: '1.0.0', optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } };
  const lock = createLock({ '': {}, 'node_modules/a': dependent, 'node_modules/a-linux': {} });
  expect(findMissingPackages(lock)).toEqual(['a-darwin (of node_modules/a)']);
});

test('finds an optional dependency in its dependent’s folder or any folder above', () => {
  const dependent = { version: '1.0.0', optionalDependencies: { c: '1.0.0', d: '1.0.0', e: '1.0.0' } };
  const lock = createLock({
    'node_modules/@x/a/node_modules/b': dependent,
    'node_modules/@x/a/node_modules/b/node_modules/c': {},
    'node_modules/@x/a/node_modules/d': {},
    'node_modules/e': {},
  });
  expect(findMissingPackages(lock)).toEqual([]);
});
