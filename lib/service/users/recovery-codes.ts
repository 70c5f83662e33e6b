import { randomInt } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import type { Database } from '#lib/db/database';
import { recoveryCodes } from '#lib/db/schema/authentication';

const codeCount = 10;
/** Letters and digits, except those that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupCount = 4;
const groupLength = 4;

/** Creates a code such as `k3vd-9fmx-…` with 79 bits of entropy, so that a plain hash protects it. */
function createCode(): string {
  const createGroup = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groupCount }, createGroup).join('-');
}

/** Hashes a code as the user types it: upper case, spaces and missing hyphens make no difference. */
const hashCode = (code: string) => sha256(code.toLowerCase().replaceAll(/[\s-]/g, ''));

/** Replaces all recovery codes of a user. @returns the new ones, stored only as hashes: show them once */
export async function replaceRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, createCode);
  await deleteRecoveryCodes(db, userId);
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashCode(code) })));
  return codes;
}

export async function deleteRecoveryCodes(db: Database, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses up a recovery code. @returns whether it was valid */
export async function acceptRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(code))));
  return rowCount === 1;
}

/** Counts the unused recovery codes of a user. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.codes ?? 0;
}
