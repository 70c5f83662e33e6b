import { render } from '@react-email/render';
import { createTransport } from 'nodemailer';
import { createElement } from 'react';
import type { Env } from '#lib/core/env';
import type { EmailAttachment } from '#lib/email/attachments';
import { type EmailContent, formatEmailText } from '#lib/email/email-content';
import { EmailDocument } from '#lib/email/email-document';

export interface OutgoingEmail {
  /** Also part of the Message-ID, so that mail servers and clients can recognize a repeated delivery. */
  id: string;
  to: string;
  subject: string;
  content: EmailContent;
  attachments: readonly EmailAttachment[];
}

/** The time limit of an attempt. The timeouts below do not end an attempt if the server sends a byte now and then. */
const attemptSeconds = 60;
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Sends an email over SMTP. @throws Error of nodemailer, or after `attemptSeconds` */
export async function sendOverSmtp(
  { SMTP_URL, EMAIL_FROM, APP_URL }: Pick<Env, 'EMAIL_FROM' | 'APP_URL'> & { SMTP_URL: string },
  { id, to, subject, content, attachments }: OutgoingEmail,
): Promise<void> {
  const html = await render(createElement(EmailDocument, { subject, content, appUrl: APP_URL }));
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  const sending = transport.sendMail({
    from: EMAIL_FROM,
    to: { name: '', address: to },
    subject,
    html,
    text: formatEmailText(content),
    messageId: `<${id}@${new URL(APP_URL).hostname}>`,
    // RFC 3834: automatic replies such as "out of office" are unwanted.
    headers: { 'Auto-Submitted': 'auto-generated', ...buildUnsubscribeHeaders(content) },
    attachments: attachments.map(({ name, type, base64 }) => ({
      filename: name,
      contentType: type,
      content: base64,
      encoding: 'base64',
    })),
  });
  await Promise.race([sending, rejectAfterTimeout()]);
}

/** RFC 2369 and 8058: email clients show a button that unsubscribes without opening a page. */
function buildUnsubscribeHeaders({ unsubscribeUrl }: EmailContent): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    const message = `The mail server did not accept the email within ${attemptSeconds} seconds.`;
    setTimeout(() => reject(new Error(message)), attemptSeconds * 1000).unref();
  });
}

/** Returns whether a mail server refused the recipient or the message, so that a retry would fail too. */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500;
  return isPermanent && (command === 'RCPT TO' || command === 'DATA');
}
