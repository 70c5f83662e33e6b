import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';

/** Classes of Wikidata whose instances, and those of their subclasses, have a type. The first match wins. */
const typeByClass = new Map([
  ['Q3918', 'education'], // university
  ['Q38723', 'education'], // higher education institution
  ['Q3914', 'education'], // school
  ['Q327333', 'government'], // government agency
  ['Q192350', 'government'], // ministry
  ['Q11032', 'news'], // newspaper
  ['Q1153191', 'news'], // online newspaper
  ['Q17232649', 'news'], // news website
  ['Q192283', 'news'], // news agency
  ['Q1110794', 'news'], // daily newspaper
  ['Q4382945', 'shop'], // online shop
  ['Q3390477', 'shop'], // online marketplace
  ['Q15042027', 'reviews'], // review site
  ['Q7094076', 'encyclopedia'], // online encyclopedia
  ['Q5292', 'encyclopedia'], // encyclopedia
  ['Q3220391', 'social'], // social networking service
  ['Q202833', 'social'], // social media
  ['Q559856', 'video'], // video hosting service
  ['Q170584', 'forum'], // Internet forum
]);

const claimSchema = z.object({
  rank: z.string().optional(),
  mainsnak: z.object({
    datavalue: z.object({ value: z.union([z.string(), z.object({ id: z.string() })]) }).optional(),
  }),
});
const claimsSchema = z.array(claimSchema).default([]);
const itemSchema = z.object({
  id: z.string(),
  claims: z.object({ P31: claimsSchema, P279: claimsSchema, P856: claimsSchema }).partial(),
});
type Claims = z.infer<typeof claimsSchema>;

/**
 * Reads the types of official websites (P856) from a JSON dump of Wikidata (CC0), one item a line, plain or as `.gz`. The
 * file is read twice: first for the subclasses (P279), then for the instances (P31).
 */
export async function readWikidata(file: string): Promise<Map<string, string>> {
  const parents = new Map<string, string[]>();
  for await (const { id, claims } of readItems(file)) {
    const classes = listValues(claims.P279);
    if (classes.length > 0) parents.set(id, classes);
  }
  const types = new Map<string, string>();
  for await (const { claims } of readItems(file)) {
    const type = findType(listValues(claims.P31), parents);
    if (type === undefined) continue;
    for (const website of listValues(claims.P856)) {
      const domain = getRegistrableDomain(website);
      // A site below another one, such as a page of a university, says nothing about the domain.
      if (domain !== '' && isHomePage(website) && !types.has(domain)) types.set(domain, type);
    }
  }
  return types;
}

async function* readItems(file: string): AsyncGenerator<z.infer<typeof itemSchema>> {
  const stream = createReadStream(file);
  const input = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const text = line.trim().replace(/,$/, '');
    if (!text.startsWith('{')) continue;
    const { data } = itemSchema.safeParse(JSON.parse(text));
    if (data) yield data;
  }
}

function listValues(claims: Claims = []): string[] {
  return claims.flatMap(({ rank, mainsnak }) => {
    const value = mainsnak.datavalue?.value;
    if (value === undefined || rank === 'deprecated') return [];
    return typeof value === 'string' ? value : value.id;
  });
}

function isHomePage(website: string): boolean {
  return URL.canParse(website) && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(new URL(website).pathname);
}

/** Finds the type of the nearest class, breadth first. */
function findType(classes: readonly string[], parents: ReadonlyMap<string, string[]>): string | undefined {
  const seen = new Set(classes);
  for (const id of seen) {
    const type = typeByClass.get(id);
    if (type !== undefined) return type;
    for (const parent of parents.get(id) ?? []) seen.add(parent);
  }
  return undefined;
}
