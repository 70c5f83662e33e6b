import { z } from 'zod';
import { type Command, defineCommand } from '#lib/cli/command';
import { getEmail, listEmails } from '#lib/email/outbox';

/** Commands with which an operator without a mail server reads emails and passes on their links. */
export const emailCommands: readonly Command[] = [
  defineCommand(
    { name: 'email list', summary: 'List the 100 newest emails, sent or not' },
    {},
    async ({ db }) => ({ emails: await listEmails(db) }),
  ),
  defineCommand(
    { name: 'email show', summary: 'Show the text of an email that has not been sent' },
    { id: z.uuid('must be an ID as printed by "email list"').describe('EMAIL_ID') },
    async ({ db }, { id }) => ({ email: await getEmail(db, id) }),
  ),
];
