import type { Env } from '#lib/core/env';

/** Shown wherever an email is set up or requested on an instance without a mail server. */
export const noMailServerMessage =
  'This instance has no mail server, so no email is sent. Ask its operator to set SMTP_URL and EMAIL_FROM.';

/** Returns whether the instance sends emails. Without a mail server, its operator reads them in the outbox. */
export const hasMailServer = ({ SMTP_URL }: Pick<Env, 'SMTP_URL'>): boolean => SMTP_URL !== undefined;
