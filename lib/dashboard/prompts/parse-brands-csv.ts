import { splitList } from '#lib/core/text';
import { type BrandInput, brandInputSchema } from '#lib/dashboard/projects/brand';
import { type LineProblem, parseCsvRows } from '#lib/dashboard/prompts/parse-prompts-csv';

export interface ReadBrands {
  own: BrandInput | undefined;
  competitors: BrandInput[];
  problems: LineProblem[];
}

/**
 * Reads a CSV of brands under a header: name, aliases, domains, role (own or competitor), near, never_near; lists
 * are separated by |. Exactly one brand is the own one.
 */
export function parseBrandsCsv(csv: string): ReadBrands {
  const read: ReadBrands = { own: undefined, competitors: [], problems: [] };
  const { rows, problem } = parseCsvRows(csv);
  if (problem) return { ...read, problems: [problem] };
  const header = (rows[0]?.fields ?? []).map((name) => name.trim().toLowerCase());
  if (!header.includes('name')) {
    const message =
      'There is no column called name. Begin the file with name,aliases,domains,role,never_near.';
    return { ...read, problems: [{ line: 1, message }] };
  }
  for (const { line, fields } of rows.slice(1)) {
    readBrand(read, line, (column) => (fields[header.indexOf(column)] ?? '').trim());
  }
  if (!read.own && read.problems.length === 0) {
    read.problems.push({ line: 1, message: 'No brand has the role own. Give it to your brand.' });
  }
  return read;
}

function readBrand(read: ReadBrands, line: number, value: (column: string) => string): void {
  const list = (column: string) => splitList(value(column), '|');
  const brand = {
    name: value('name'),
    aliases: list('aliases'),
    domains: list('domains'),
    requiredContext: list('near'),
    excludedContext: list('never_near'),
  };
  const role = value('role').toLowerCase() || 'competitor';
  const parsed = brandInputSchema.safeParse(brand);
  if (!parsed.success) {
    read.problems.push({ line, message: parsed.error.issues[0]?.message ?? 'The brand is not valid.' });
  } else if (role === 'competitor') read.competitors.push(brand);
  else if (role !== 'own') {
    read.problems.push({ line, message: `The role "${role}" is unknown. Write own or competitor.` });
  } else if (read.own) {
    read.problems.push({
      line,
      message: 'There is already an own brand. Give this one the role competitor.',
    });
  } else read.own = brand;
}
