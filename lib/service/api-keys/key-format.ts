import { randomInt } from 'node:crypto';
import { sha256 } from '#lib/core/crypto';

const prefix = 'ask_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 40;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * A new API key: `ask_`, 40 random characters (238 bits) and 6 of checksum, so that a mistyped or cut key is
 * told from a revoked one without asking the database.
 */
export function generateKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length)));
  const body = prefix + random.join('');
  return body + checksumOf(body);
}

/** Whether this text is a well-formed API key: its shape and its checksum are right. */
export function isKeyFormat(text: string): boolean {
  return pattern.test(text) && text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** The end of a key that lists show, to tell keys apart. */
export function hintOf(key: string): string {
  return key.slice(-4);
}

/** The first 32 bits of the SHA-256 in base 62; they always fit six characters. */
function checksumOf(body: string): string {
  let rest = sha256(body).readUInt32BE(0);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
