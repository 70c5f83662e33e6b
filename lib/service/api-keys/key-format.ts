import { randomInt } from 'node:crypto';
import { sha256 } from '#lib/core/crypto';

const prefix = 'ask_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 40;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * Generates an API key: `ask_`, 40 random characters (238 bits) and a checksum of 6 characters, so that a mistyped key
 * is rejected without a database query.
 */
export function generateApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length)));
  const body = prefix + random.join('');
  return body + getChecksum(body);
}

/** Returns whether a text has the shape and the checksum of an API key. */
export function isKeyFormat(text: string): boolean {
  return pattern.test(text) && text.slice(-checksumLength) === getChecksum(text.slice(0, -checksumLength));
}

/** Returns the first and last characters of a key, which identify it in lists. */
export function getKeyEnds(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, 8), lastFour: key.slice(-4) };
}

/** Returns the first 32 bits of the SHA-256 in base 62, which always fit six characters. */
function getChecksum(body: string): string {
  let rest = sha256(body).readUInt32BE(0);
  let checksum = '';
  for (let digit = 0; digit < checksumLength; digit++) {
    checksum = alphabet.charAt(rest % alphabet.length) + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}
