import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '#lib/core/crypto';

const key = 'ab'.repeat(32);

test('decrypts only with the same key and associated data', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.string(),
      (text, associatedData, otherData) => {
        const plain = text.toWellFormed();
        const encrypted = encrypt(key, plain, associatedData);
        expect(decrypt(key, encrypted, associatedData)).toBe(plain);
        expect(encrypt(key, plain, associatedData)).not.toBe(encrypted);
        expect(() => decrypt('cd'.repeat(32), encrypted, associatedData)).toThrow();
        if (otherData !== associatedData) expect(() => decrypt(key, encrypted, otherData)).toThrow();
      },
    ),
  );
});

test('does not decrypt when a byte is changed or missing', () => {
  for (const plain of ['', 'whsec_secret']) {
    const encrypted = Buffer.from(encrypt(key, plain, 'org:row'), 'base64');
    const decryptBytes = (bytes: Uint8Array) => () =>
      decrypt(key, Buffer.from(bytes).toString('base64'), 'org:row');
    for (const [index, byte] of encrypted.entries()) {
      expect(decryptBytes(encrypted.with(index, byte ^ 1)), `byte ${index}`).toThrow();
      expect(decryptBytes(encrypted.subarray(0, index)), `truncated at ${index}`).toThrow();
    }
  }
});
