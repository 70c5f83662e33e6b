import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeZip } from '#lib/core/zip';
import { readZip } from '#tests/support/read-zip';

const mtime = new Date('2026-11-21');

test('writes files one after the other', async () => {
  const written: string[] = [];
  const file = (path: string) => ({
    path,
    *read() {
      written.push(path);
      yield path;
      yield ' ünï';
    },
  });
  const archive = readZip(await buffer(writeZip([file('a.txt'), file('b/c.txt')], { mtime })));
  expect([...archive]).toEqual([
    ['a.txt', 'a.txt ünï'],
    ['b/c.txt', 'b/c.txt ünï'],
  ]);
  expect(written).toEqual(['a.txt', 'b/c.txt']);
});

test('a file that cannot be read aborts the archive', async () => {
  async function* read() {
    yield 'some of it';
    throw new Error('connection lost');
  }
  await expect(buffer(writeZip([{ path: 'a', read }], { mtime }))).rejects.toThrow('connection lost');
});

test('stops reading when the archive is not read any further', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* read() {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      resolve();
    }
  }
  for await (const _ of writeZip([{ path: 'a', read }], { mtime })) break;
  await promise;
});
