import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import {
  containsProductName,
  containsText,
  productNameMessage,
  toComparable,
  toLetters,
} from '#lib/core/product-name';

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

/** Shorter parts of an email address are ignored, because they occur in words by chance. */
const minPartLength = 4;

/**
 * Hashes a new password for storage.
 * @param options.field the name of the form field that holds the password
 * @throws ServiceError VALIDATION_ERROR if others could guess it: a common password, even with digits or symbols around
 *   it, a repeated sequence of characters, the name of the user, or one that contains the name of the product, the
 *   email address of the user, or a part of it
 */
export async function hashNewPassword(
  password: string,
  { email, name, field = 'password' }: { email: string; name: string; field?: string },
): Promise<string> {
  if (containsProductName(password)) throw invalidField(field, productNameMessage);
  if (listEmailParts(email).some((part) => containsText(password, part))) {
    throw invalidField(field, 'Use a password that doesn’t contain your email address or a part of it.');
  }
  if (toComparable(name) === toComparable(password)) {
    throw invalidField(field, 'Use a password that differs from your name.');
  }
  if (await isCommon(password)) {
    throw invalidField(
      field,
      'This password is too easy to guess. Use several unrelated words, or a password manager.',
    );
  }
  return hashPassword(password);
}

/** Lists what a password must not contain: the address, what stands before the @, the domain and its names. */
function listEmailParts(email: string): string[] {
  const [localPart = '', domain = ''] = email.split('@');
  const names = domain.split('.').slice(0, -1);
  return [email, localPart, domain, ...names].filter((part) => toLetters(part).length >= minPartLength);
}

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const known = await commonPasswords;
  const text = toComparable(password);
  const [unit = text] = /^(.{1,20}?)\1+$/su.exec(text)?.slice(1) ?? [];
  const word = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return unit !== text || known.has(text) || known.has(word);
}
