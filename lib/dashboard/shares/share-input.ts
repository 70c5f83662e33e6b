import { z } from 'zod';
import { isStorableText } from '#lib/core/text';

/** How long a link opens, in days; null for as long as it is not revoked. */
const shareLifetimesDays = [7, 30, 90] as const;

/** What a link is bound to, as a form gives it. */
export const shareInputSchema = z.object({
  /** As a query string (`formatFilters`). */
  filters: z
    .string()
    .max(4_000, 'There are too many filters for a link. Remove some and share again.')
    .refine(isStorableText, 'A link cannot be bound to these filters.')
    .default(''),
  /** Asked of whoever opens it; null for none. */
  password: z
    .string()
    .min(8, 'Use a password of at least 8 characters.')
    .max(200, 'Use a password of at most 200 characters.')
    .nullable()
    .default(null),
  lifetimeDays: z
    .union(shareLifetimesDays.map((days) => z.literal(days)))
    .nullable()
    .default(null),
});

export type ShareInput = z.input<typeof shareInputSchema>;
