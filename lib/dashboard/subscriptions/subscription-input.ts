import { z } from 'zod';
import { isTimeZone } from '#lib/core/time';
import { attachmentKinds, subscriptionCadences } from '#lib/db/schema/subscriptions';

const maxRecipients = 50;

const emailSchema = z
  .string()
  .trim()
  .max(254, 'Use email addresses of at most 254 characters.')
  .pipe(z.email({ error: ({ input }) => `“${input}” is not an email address.` }))
  .transform((email) => email.toLowerCase());

/** The fields of a subscription, as its form submits them. */
export const subscriptionFields = {
  cadence: z.enum(subscriptionCadences, 'Choose how often the report is sent.'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.')
    .describe('The IANA name of the time zone of the other settings.'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30.')
    .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
    .describe('HH:MM.'),
  weekday: z
    .int()
    .min(0, 'Choose a day of the week.')
    .max(6, 'Choose a day of the week.')
    .describe('From 0 (Sunday) to 6 (Saturday), for weekly subscriptions.'),
  dayOfMonth: z
    .int()
    .min(1, 'Choose a day from 1 to 31.')
    .max(31, 'Choose a day from 1 to 31.')
    .describe('For monthly subscriptions. 31 is the last day of every month.'),
  attachment: z.enum(attachmentKinds, 'Choose what is attached.'),
  skipsUnchanged: z
    .boolean()
    .describe('Whether no email is sent if the metrics are the same and there are no new answers.'),
  recipients: z
    .array(emailSchema)
    .min(1, 'Enter at least one email address.')
    .max(maxRecipients, `Use at most ${maxRecipients} email addresses.`)
    .transform((emails) => [...new Set(emails)])
    .describe('Email addresses.'),
};

export type SubscriptionInput = z.input<z.ZodObject<typeof subscriptionFields>>;
export type SubscriptionSettings = Omit<z.output<z.ZodObject<typeof subscriptionFields>>, 'recipients'>;
