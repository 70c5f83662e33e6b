import { z } from 'zod';

/** An email address in lower case. ASCII only, checked before lowercasing, so that look-alike Unicode letters cannot turn into ASCII ones. */
export const emailSchema = z
  .string('Enter your email address.')
  .trim()
  .max(254, 'Use an email address of at most 254 characters.')
  .pipe(z.email('Enter an email address such as name@example.com.'))
  .transform((email) => email.toLowerCase());
