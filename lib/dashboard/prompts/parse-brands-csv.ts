import { z } from 'zod';
import { splitList } from '#lib/core/text';
import { type BrandInput, brandInputSchema } from '#lib/dashboard/projects/brand';
import { describeExtraFields, lineErrorSchema, parseCsvRows } from '#lib/dashboard/prompts/parse-csv-rows';

const writtenBrandSchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()).optional(),
  domains: z.array(z.string()).optional(),
  matchCase: z.boolean().optional(),
  requiredContext: z.array(z.string()).optional(),
  excludedContext: z.array(z.string()).optional(),
}) satisfies z.ZodType<BrandInput>;

export const parsedBrandsSchema = z.object({
  own: writtenBrandSchema.optional(),
  competitors: z.array(writtenBrandSchema),
  errors: z.array(lineErrorSchema).describe('The lines that cannot be imported, in their order.'),
  header: z.string().nullable().describe('The header as in the file; null without one.'),
});
export type ParsedBrands = z.output<typeof parsedBrandsSchema>;

/** Enough for the header and more brands than a project can have, so that the project form reports too many brands. */
const maxRows = 100;

/**
 * Parses a CSV of brands under a header: name, aliases, domains, role (own or competitor), match_case (true or false),
 * must_appear_near, must_not_appear_near; lists are separated by |. At most one brand can have the role `own`. Invalid
 * lines are reported as errors and do not affect the others.
 */
export function parseBrandsCsv(csv: string): ParsedBrands {
  const { rows, errors } = parseCsvRows(csv, { maxRows });
  const parsed: ParsedBrands = { own: undefined, competitors: [], errors, header: null };
  const [first, ...body] = rows;
  const header = (first?.fields ?? []).map((name) => name.trim().toLowerCase());
  if (!first || !header.includes('name')) {
    const message =
      'The file has no column "name". Start it with the header name,aliases,domains,role,match_case,must_appear_near,must_not_appear_near.';
    errors.push({ line: first?.line ?? 1, text: '', message });
    return parsed;
  }
  parsed.header = first.text;
  for (const row of body) {
    const message =
      describeExtraFields(row.fields, header.length) ??
      addBrand(parsed, (column) => (row.fields[header.indexOf(column)] ?? '').trim());
    if (message) errors.push({ line: row.line, text: row.text, message });
  }
  errors.sort((a, b) => a.line - b.line);
  return parsed;
}

/** Adds the brand of a row. @returns the reason why it cannot be imported; null if it was added */
function addBrand(parsed: ParsedBrands, getValue: (column: string) => string): string | null {
  const getList = (column: string, formerName = column) =>
    splitList(getValue(column) || getValue(formerName), '|');
  const brand = {
    name: getValue('name'),
    aliases: getList('aliases'),
    domains: getList('domains'),
    matchCase: /^(?:true|yes|1)$/iu.test(getValue('match_case')),
    requiredContext: getList('must_appear_near', 'near'),
    excludedContext: getList('must_not_appear_near', 'never_near'),
  };
  const role = getValue('role').toLowerCase() || 'competitor';
  const { error } = brandInputSchema.safeParse(brand);
  if (error) return error.issues[0]?.message ?? 'The brand is invalid. Correct it.';
  if (role !== 'own' && role !== 'competitor') {
    return `The role "${role}" is unknown. Use "own" or "competitor".`;
  }
  if (role === 'own' && parsed.own) {
    return 'Only one brand can have the role "own". Change this one to "competitor".';
  }
  if (role === 'own') parsed.own = brand;
  else parsed.competitors.push(brand);
  return null;
}
