import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** Hashes a high-entropy secret (API key, invitation or share token) for storage. */
export function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

export function hmacSha256Hex(key: string, ...parts: (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

/** Compares two secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const left = sha256(a);
  const right = sha256(b);
  return timingSafeEqual(left, right) && a.length === b.length;
}

/** Creates a random URL-safe token with `bytes` bytes of entropy. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * Encrypts with AES-256-GCM. `associatedData` identifies the row and the purpose of the value, so that a value
 * copied to another row cannot be decrypted.
 * @param key 32 bytes, hexadecimal
 * @returns base64 of nonce (12 bytes), tag (16 bytes) and ciphertext
 */
export function encrypt(key: string, plaintext: string, associatedData: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Decrypts a value from `encrypt`. @throws Error if the key or the associated data differs, or the value was changed */
export function decrypt(key: string, encrypted: string, associatedData: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Argon2id, the library's default, with 19 MiB, 2 passes and 1 lane (OWASP Password Storage Cheat Sheet). */
const argon2Options: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The hash to verify against if there is no stored one, so that both cases take the same time. */
let dummyHash: Promise<string> | undefined;

/** Hashes a password for storage. NFKC makes the input of different keyboards equal. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), argon2Options);
}

/** Returns whether a password matches a stored hash. Without a hash, it returns false after the same time. */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  dummyHash ??= hash('no user has this password', argon2Options);
  const matches = await verify(storedHash ?? (await dummyHash), password.normalize('NFKC'));
  return matches && typeof storedHash === 'string';
}
