import { hash, type Options, verify } from '@node-rs/argon2';

/** Argon2id (the library's default variant) at 19 MiB, 2 passes, 1 lane: reliability.md, "secrets". */
const cost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** What a password is compared with where there is no account, so that both cases take the same time. */
let hashOfNobody: Promise<string> | undefined;

/** The hash of a password, as it is stored. Letters typed in different ways count as the same (NFKC). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** Whether the password is the one of this hash; without a hash it is never, at the same cost. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  hashOfNobody ??= hash('nobody has this password', cost);
  const nobody = await hashOfNobody;
  const matches = await verify(stored ?? nobody, password.normalize('NFKC'));
  return matches && stored !== undefined;
}
