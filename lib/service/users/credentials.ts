import { z } from 'zod';
import { singleLineSchema } from '#lib/core/validation';

/** An e-mail address, lower case. Only ASCII is taken, checked before the case is, so that no letter looks like another. */
export const emailSchema = z
  .string()
  .trim()
  .max(254, 'Use an e-mail address of at most 254 characters.')
  .pipe(z.email('Give an e-mail address such as name@example.com.'))
  .transform((email) => email.toLowerCase());

export const passwordSchema = z
  .string()
  .min(10, 'Use a password of at least 10 characters.')
  .max(200, 'Use a password of at most 200 characters.');

export const personNameSchema = singleLineSchema({ required: 'Give your name.' });
