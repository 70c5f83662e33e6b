import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateApiKey, getKeyEnds, isKeyFormat } from '#lib/service/api-keys/key-format';

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('generates unique, well-formed keys', () => {
  const keys = Array.from({ length: 2_000 }, generateApiKey);
  expect(keys.filter((key) => !isKeyFormat(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => /^ask_[0-9A-Za-z]{46}$/.test(key))).toBe(true);
});

test('rejects a key with one changed character', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 49 }), fc.constantFrom(...characters), (position, character) => {
      const key = generateApiKey();
      fc.pre(key[position] !== character);
      expect(isKeyFormat(key.slice(0, position) + character + key.slice(position + 1))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('rejects truncated, extended and embedded keys', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 49 }), fc.string({ minLength: 1 }), (length, suffix) => {
      const key = generateApiKey();
      expect(isKeyFormat(key.slice(0, length))).toBe(false);
      expect(isKeyFormat(key + suffix)).toBe(false);
      expect(isKeyFormat(suffix + key)).toBe(false);
      expect(isKeyFormat(`${key}\n`)).toBe(false);
    }),
  );
});

test('rejects arbitrary text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isKeyFormat(text)));
});

test('returns the prefix and the last four characters of a key', () => {
  const key = generateApiKey();
  const { prefix, lastFour } = getKeyEnds(key);
  expect([prefix, lastFour]).toEqual([key.slice(0, 8), key.slice(-4)]);
});
