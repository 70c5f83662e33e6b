import { z } from 'zod';
import { invalidField, type ServiceError } from '#lib/core/errors';
import { singleLineSchema } from '#lib/core/validation';
import { parseDomain } from '#lib/dashboard/projects/domains';

const phrase = singleLineSchema({ required: 'Remove empty entries.' });

const phrases = z
  .array(phrase)
  .max(50, 'A list may have at most 50 entries.')
  .default([])
  .transform((entries) => distinct(entries));

/** A brand as a form submits it. */
export const brandInputSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name for the brand.').pipe(phrase),
  aliases: phrases,
  domains: z
    .array(z.string())
    .max(50, 'A list may have at most 50 entries.')
    .default([])
    .transform((typed, ctx) => {
      const domains = typed.map((entry) => parseDomain(entry));
      const wrong = domains.indexOf(undefined);
      if (wrong >= 0) {
        ctx.addIssue({
          code: 'custom',
          path: [wrong],
          message: `"${typed[wrong]}" is not a domain. Write it like example.com.`,
        });
      }
      return distinct(domains.filter((domain) => domain !== undefined));
    }),
  requiredContext: phrases,
  excludedContext: phrases,
});
export type BrandInput = z.input<typeof brandInputSchema>;
export type ValidBrand = z.output<typeof brandInputSchema>;

export const projectNameSchema = singleLineSchema({ required: 'Enter a name for the project.' });

export function brandNameTaken(name: string): ServiceError {
  return invalidField(
    'name',
    `There is already a brand called "${name}" in this project. Edit that one instead.`,
  );
}

function distinct(entries: string[]): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entry.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
