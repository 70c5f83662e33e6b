import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from '#lib/core/crypto';

const key = 'ab'.repeat(32);

test('what is sealed opens with its key and binding alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (words, binding, other) => {
      const plain = words.toWellFormed();
      const sealed = seal(key, plain, binding);
      expect(unseal(key, sealed, binding)).toBe(plain);
      expect(seal(key, plain, binding)).not.toBe(sealed);
      expect(() => unseal('cd'.repeat(32), sealed, binding)).toThrow();
      if (other !== binding) expect(() => unseal(key, sealed, other)).toThrow();
    }),
  );
});

test('nothing of it opens when a byte is changed or missing', () => {
  for (const plain of ['', 'whsec_secret']) {
    const whole = Buffer.from(seal(key, plain, 'org:row'), 'base64');
    const opens = (bytes: Uint8Array) => () => unseal(key, Buffer.from(bytes).toString('base64'), 'org:row');
    for (const [index, byte] of whole.entries()) {
      expect(opens(whole.with(index, byte ^ 1)), `byte ${index}`).toThrow();
      expect(opens(whole.subarray(0, index)), `cut at ${index}`).toThrow();
    }
  }
});
