import type { Database } from '#lib/db/client';
import { getEmail, listEmails } from '#lib/email/outbox';

/** Returns the subjects of the e-mails queued for an address, oldest first. */
export async function listSubjects(db: Database, to: string): Promise<string[]> {
  return (await listEmails(db))
    .filter((email) => email.to === to)
    .map(({ subject }) => subject)
    .toReversed();
}

/** Returns the text of the newest e-mail queued for an address. */
export async function readNewestEmail(db: Database, to: string): Promise<string> {
  const newest = (await listEmails(db)).find((email) => email.to === to);
  if (!newest) throw new Error(`No e-mail is queued for ${to}.`);
  return (await getEmail(db, newest.id)).text ?? '';
}

/** Returns the token of the link in the newest e-mail queued for an address. */
export async function readToken(db: Database, to: string): Promise<string> {
  const [, token] = /\/(?:reset-password|confirm-email)\/(\S+)/.exec(await readNewestEmail(db, to)) ?? [];
  if (!token) throw new Error('The e-mail has no link.');
  return token;
}
