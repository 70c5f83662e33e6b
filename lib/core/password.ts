import { hash, type Options, verify } from '@node-rs/argon2';

/** Argon2id, the library's default, with 19 MiB, 2 passes and 1 lane (OWASP Password Storage Cheat Sheet). */
const argon2Options: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Verified when there is no user, so that both cases take the same time. */
let dummyHash: Promise<string> | undefined;

/** Hashes a password for storage. NFKC makes different keyboards' input equal. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), argon2Options);
}

/** Returns whether a password matches a stored hash; always false without one, after the same work. */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  dummyHash ??= hash('no user has this password', argon2Options);
  const matches = await verify(storedHash ?? (await dummyHash), password.normalize('NFKC'));
  return matches && storedHash !== undefined;
}
