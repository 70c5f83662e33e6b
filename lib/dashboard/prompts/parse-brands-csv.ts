import { splitList } from '#lib/core/text';
import { type BrandInput, brandInputSchema } from '#lib/dashboard/projects/brand';
import { type LineProblem, parseCsvRows } from '#lib/dashboard/prompts/parse-prompts-csv';

export interface ParsedBrands {
  own: BrandInput | undefined;
  competitors: BrandInput[];
  problems: LineProblem[];
}

/** The header, and more brands than a project may have, so that too many are reported. */
const maxRows = 100;

/**
 * Reads a CSV of brands under a header: name, aliases, domains, role (own or competitor), match_case (true or false),
 * near, never_near; lists are separated by |. Exactly one brand must have the role `own`.
 */
export function parseBrandsCsv(csv: string): ParsedBrands {
  const read: ParsedBrands = { own: undefined, competitors: [], problems: [] };
  const { rows, problem } = parseCsvRows(csv, { maxRows });
  if (problem) return { ...read, problems: [problem] };
  const header = (rows[0]?.fields ?? []).map((name) => name.trim().toLowerCase());
  if (!header.includes('name')) {
    const message =
      'The file has no column "name". Start it with the header name,aliases,domains,role,match_case,near,never_near.';
    return { ...read, problems: [{ line: 1, message }] };
  }
  for (const { line, fields } of rows.slice(1)) {
    readBrand(read, line, (column) => (fields[header.indexOf(column)] ?? '').trim());
  }
  if (!read.own && read.problems.length === 0) {
    read.problems.push({ line: 1, message: 'No brand has the role "own". Set it for your brand.' });
  }
  return read;
}

function readBrand(read: ParsedBrands, line: number, value: (column: string) => string): void {
  const list = (column: string) => splitList(value(column), '|');
  const brand = {
    name: value('name'),
    aliases: list('aliases'),
    domains: list('domains'),
    matchCase: /^(?:true|yes|1)$/iu.test(value('match_case')),
    requiredContext: list('near'),
    excludedContext: list('never_near'),
  };
  const role = value('role').toLowerCase() || 'competitor';
  const parsed = brandInputSchema.safeParse(brand);
  if (!parsed.success) {
    read.problems.push({
      line,
      message: parsed.error.issues[0]?.message ?? 'The brand is invalid. Correct it.',
    });
  } else if (role === 'competitor') read.competitors.push(brand);
  else if (role !== 'own') {
    read.problems.push({ line, message: `The role "${role}" is unknown. Use "own" or "competitor".` });
  } else if (read.own) {
    read.problems.push({
      line,
      message: 'Only one brand can have the role "own". Change this one to "competitor".',
    });
  } else read.own = brand;
}
