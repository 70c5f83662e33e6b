import { z } from 'zod';

const token = z.object({ q: z.string(), gl: z.string(), at: z.number() });
type Token = z.infer<typeof token>;

/** Milliseconds a `page_token` is good for; the vendor's own is for about a minute. */
const tokenMs = 60_000;

/** A `page_token`, which carries the question it is for. */
export function writeToken(value: Token): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** What a token carries, or undefined for what is none. */
export function readToken(text: string): Token | undefined {
  try {
    return token.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a token is too old to be asked with. */
export function hasExpired({ at }: Token): boolean {
  return Date.now() - at > tokenMs;
}
