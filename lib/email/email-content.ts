import { z } from 'zod';

const emailContentSchema = z.object({
  /** Plain text. */
  paragraphs: z.array(z.string()).min(1),
  /** The button. */
  action: z.object({ label: z.string(), url: z.url({ protocol: /^https?$/ }) }).optional(),
  /** Labeled values such as the time and the IP address. */
  details: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
  /** Small print, such as what to do if the recipient didn't ask for the email. */
  note: z.string().optional(),
  /** Shown as a link in the footer, and as an unsubscribe button by email clients that support it (RFC 8058). */
  unsubscribeUrl: z.url({ protocol: /^https?$/ }).optional(),
});

/** The content of an email below its subject. Every email has the same layout. */
export type EmailContent = z.input<typeof emailContentSchema>;

/** Parses the stored content of an email. @throws Error if it was stored by a version with another format */
export function parseEmailContent(json: string): z.output<typeof emailContentSchema> {
  return emailContentSchema.parse(JSON.parse(json));
}

/** Returns the plain-text part of an email. */
export function formatEmailText({
  paragraphs,
  action,
  details = [],
  note,
  unsubscribeUrl,
}: EmailContent): string {
  const parts = [
    ...paragraphs,
    action && `${action.label}:\n${action.url}`,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    note,
    unsubscribeUrl && `Unsubscribe:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
