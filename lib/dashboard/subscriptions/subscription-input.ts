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

/** A subscription as its form submits it. */
export const subscriptionSchema = z.object({
  cadence: z.enum(subscriptionCadences, 'Choose how often the report is sent.'),
  /** IANA name of the time zone of the other settings. */
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.'),
  /** `HH:MM` */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30.')
    .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
  /** From 0 (Sunday) to 6 (Saturday), for weekly subscriptions. */
  weekday: z.int().min(0, 'Choose a day of the week.').max(6, 'Choose a day of the week.'),
  /** For monthly subscriptions; 31 is the last day of every month. */
  dayOfMonth: z.int().min(1, 'Choose a day from 1 to 31.').max(31, 'Choose a day from 1 to 31.'),
  attachment: z.enum(attachmentKinds, 'Choose what is attached.'),
  skipsUnchanged: z.boolean(),
  recipients: z
    .array(emailSchema)
    .min(1, 'Enter at least one email address.')
    .max(maxRecipients, `Use at most ${maxRecipients} email addresses.`)
    .transform((emails) => [...new Set(emails)]),
});

export type SubscriptionInput = z.input<typeof subscriptionSchema>;
