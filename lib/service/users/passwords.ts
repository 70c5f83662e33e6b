import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';

export const passwordSchema = z
  .string('Enter a password.')
  .min(10, 'Use a password of at least 10 characters.')
  .max(200, 'Use a password of at most 200 characters.');

/** Shorter common passwords are ignored. Otherwise, `48!fox#1975` would be rejected because of its three letters. */
const minCommonLength = 4;

/** 49,000 passwords in lower case, loaded on the first check. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= minCommonLength));
}

/**
 * Hashes a new password for storage.
 * @param options.field the name of the form field that holds the password
 * @throws ServiceError VALIDATION_ERROR if others could guess it: a common password, even with digits or symbols around
 *   it, a repeated sequence of characters, or the name or email address of the user
 */
export async function hashNewPassword(
  password: string,
  { email, name, field = 'password' }: { email: string; name: string; field?: string },
): Promise<string> {
  const [localPart = ''] = email.split('@');
  if ([email, localPart, name].some((text) => isSameText(text, password))) {
    throw invalidField(field, 'Use a password that differs from your name and email address.');
  }
  if (await isCommon(password)) {
    throw invalidField(
      field,
      'This password is too easy to guess. Use several unrelated words, or a password manager.',
    );
  }
  return hashPassword(password);
}

const isSameText = (a: string, b: string) => toComparable(a) === toComparable(b);
const toComparable = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const known = await commonPasswords;
  const text = toComparable(password);
  const [unit = text] = /^(.{1,20}?)\1+$/su.exec(text)?.slice(1) ?? [];
  const word = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return unit !== text || known.has(text) || known.has(word);
}
