import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '#lib/core/crypto';

const key = 'ab'.repeat(32);

test('decrypts only with the same key and binding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (words, binding, other) => {
      const plain = words.toWellFormed();
      const encrypted = encrypt(key, plain, binding);
      expect(decrypt(key, encrypted, binding)).toBe(plain);
      expect(encrypt(key, plain, binding)).not.toBe(encrypted);
      expect(() => decrypt('cd'.repeat(32), encrypted, binding)).toThrow();
      if (other !== binding) expect(() => decrypt(key, encrypted, other)).toThrow();
    }),
  );
});

test('does not decrypt when a byte is changed or missing', () => {
  for (const plain of ['', 'whsec_secret']) {
    const whole = Buffer.from(encrypt(key, plain, 'org:row'), 'base64');
    const opens = (bytes: Uint8Array) => () => decrypt(key, Buffer.from(bytes).toString('base64'), 'org:row');
    for (const [index, byte] of whole.entries()) {
      expect(opens(whole.with(index, byte ^ 1)), `byte ${index}`).toThrow();
      expect(opens(whole.subarray(0, index)), `cut at ${index}`).toThrow();
    }
  }
});
