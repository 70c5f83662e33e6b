import type { Database } from '#lib/db/database';
import { getEmail, listEmails } from '#lib/email/outbox';

/** Returns the subjects of the emails queued for an address, oldest first. */
export async function listSubjects(db: Database, to: string): Promise<string[]> {
  return (await listEmails(db))
    .filter((email) => email.to === to)
    .map(({ subject }) => subject)
    .toReversed();
}

/** Returns the text of the newest email queued for an address. */
export async function readNewestEmail(db: Database, to: string): Promise<string> {
  const newest = (await listEmails(db)).find((email) => email.to === to);
  if (!newest) throw new Error(`No email is queued for ${to}.`);
  return (await getEmail(db, newest.id)).text ?? '';
}

/** Returns the token of the link in the newest email queued for an address. */
export async function readToken(db: Database, to: string): Promise<string> {
  const [, token] = /\/(?:reset-password|confirm-email)\/(\S+)/.exec(await readNewestEmail(db, to)) ?? [];
  if (!token) throw new Error('The email has no link.');
  return token;
}
