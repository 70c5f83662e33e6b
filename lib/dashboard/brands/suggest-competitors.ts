import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema } from '#lib/core/validation';
import { readBrands } from '#lib/dashboard/projects/brand';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { readBlocks } from '#lib/dashboard/scoring/structure/read-blocks';
import { readLines } from '#lib/dashboard/scoring/structure/read-lines';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { answers } from '#lib/db/schema/answers';
import { defineOperation } from '#lib/operations/define-operation';

/** Only this many answers, the newest, are read: enough for a first run, and few enough to read on every page view. */
const maxAnswers = 200;
const maxNames = 8;

/** A name that answers list or emphasize. */
const extractedNameSchema = z.object({
  name: z.string(),
  answers: z.int().describe('The number of answers that contain it.'),
});
export type ExtractedName = z.output<typeof extractedNameSchema>;

/** Names that answers list or emphasize and that are not tracked. */
const suggestionsSchema = z.object({
  answers: z.int().describe(`The number of answers read: the newest, at most ${maxAnswers}.`),
  names: z.array(extractedNameSchema).describe(`At most ${maxNames}, the most frequent first.`),
});
export type CompetitorSuggestions = z.output<typeof suggestionsSchema>;

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const suggestCompetitors = defineOperation({
  name: 'competitors.suggest',
  title: 'Suggest competitors',
  description: 'Lists names that the newest answers of a project list or emphasize and that are not tracked.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: suggestionsSchema,
  // The texts are searched after the transaction, because that takes long.
  isTransaction: false,
  async run(context, { projectId }) {
    if (!isUuid(projectId)) throw notFound('Project not found in this organization.');
    const [brands, texts] = await withOrganization(context, async ({ db, organizationId }) => [
      (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [],
      await db
        .select({ text: sql<string>`coalesce(${answers.markdown}, ${answers.text})` })
        .from(answers)
        .where(hasValues(answers, { organizationId, projectId, status: 'answered' }))
        .orderBy(sql`${answers.requestedAt} DESC NULLS LAST`)
        .limit(maxAnswers),
    ]);
    // Every project has a brand.
    if (brands.length === 0) throw notFound('Project not found in this organization.');
    const matcher = compileMatcher(brands);
    const names = extractNames(
      texts.map(({ text }) => text),
      (name) => matcher.mentionsAny(name),
    );
    return { answers: texts.length, names: names.slice(0, maxNames) };
  },
});

/** Longer than real answers. The rest of a longer text is not searched, so that it cannot delay a page. */
const maxTextLength = 20_000;
const maxWords = 4;
const maxNameLength = 40;
/** Only this many candidates, those listed in the most answers, are searched for in the full texts. */
const maxCandidates = 60;
/** Names in fewer answers may be coincidences. */
const minAnswers = 2;

/** Words that begin headings and labels rather than names. */
const genericWords = new Set(
  (
    'a an the and or for from with in on at to of by as is it its this that these those you your our we they best top ' +
    'good great better most more many some all any no not new also other why how what when where who which if pros ' +
    'cons price prices pricing cost key note notes tip tips summary conclusion overview verdict bottom final quick ' +
    'short overall budget premium runner alternative alternatives option options feature features benefit benefits ' +
    'drawback drawbacks strengths weaknesses sources source references considerations recommended recommendation ' +
    'comparison example examples step ideal lightweight durable value quality'
  ).split(' '),
);

/**
 * Extracts the names that answers list or emphasize: from the beginnings of list items, table rows and headings, and from
 * bold text. Words that also occur in lower case are not names. Products of one maker are counted under the words that
 * they share.
 * @param texts answers, as Markdown or plain text
 * @param isIgnored returns whether a name is already tracked
 * @returns the names in at least two answers, the most frequent first
 */
export function extractNames(
  texts: readonly string[],
  isIgnored: (name: string) => boolean,
): ExtractedName[] {
  const plainTexts = texts.map((text) => removeLinks(text.slice(0, maxTextLength)));
  const listedCounts = new Map<string, number>();
  for (const text of plainTexts) {
    for (const name of new Set(listCandidates(text)))
      listedCounts.set(name, (listedCounts.get(name) ?? 0) + 1);
  }
  const names = mergeProducts([...listedCounts.keys()]).filter((name) => !isIgnored(name));
  const countListed = (name: string) =>
    [...listedCounts].reduce(
      (sum, [candidate, count]) => sum + (startsWithWords(candidate, name) ? count : 0),
      0,
    );
  const occursInLowerCase = (name: string) => {
    const lowerCase = name.toLowerCase();
    return lowerCase !== name && plainTexts.some(compileWordSearch(lowerCase));
  };
  return names
    .map((name) => ({ name, listedCount: countListed(name) }))
    .toSorted((a, b) => b.listedCount - a.listedCount)
    .slice(0, maxCandidates)
    .filter(({ name }) => !occursInLowerCase(name))
    .map(({ name }) => ({ name, answers: countTexts(plainTexts, name) }))
    .filter(({ answers }) => answers >= minAnswers)
    .toSorted((a, b) => b.answers - a.answers || a.name.localeCompare(b.name));
}

/** Removes URLs and keeps the texts of Markdown links, except texts that are domains. */
function removeLinks(text: string): string {
  return text
    .replaceAll(/\(?\[([^[\]\n]*)\]\([^)\s]{0,2000}\)\)?/gu, (_, label: string) =>
      /\.\p{L}{2,}$/u.test(label) ? '' : label,
    )
    .replaceAll(
      /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}-]|[\p{L}\p{N}-]\.)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{Ll}{2,}\b/gu,
      '',
    );
}

function listCandidates(text: string): string[] {
  const itemNames = readBlocks(readLines(text)).flatMap(({ items }) =>
    items.flatMap((item) => item.nameRanges.map(({ start, end }) => text.slice(start, end))),
  );
  const bold = Array.from(text.matchAll(/\*\*([^*\n]+)\*\*|__([^_\n]+)__/gu), ([, a, b]) => a ?? b ?? '');
  return [...itemNames, ...bold].flatMap((phrase) => toName(phrase) ?? []);
}

/** Reads the name at the beginning of a phrase; undefined if it does not look like one. */
function toName(phrase: string): string | undefined {
  const [head = ''] = phrase.replaceAll(/[*_`]+/gu, '').split(/\s[–—-]|[—:;,.!?()[\]|/]|\s{2,}|['’]s\b/u);
  const name = head.trim();
  const words = name.split(/\s+/u);
  const isNameLike =
    name.length >= 2 &&
    name.length <= maxNameLength &&
    words.length <= maxWords &&
    words.every((word) => /^[\p{Lu}\p{Lo}\p{N}&+]/u.test(word)) &&
    /^[\p{Lu}\p{Lo}]/u.test(name) &&
    !genericWords.has(words[0]?.toLowerCase() ?? '');
  return isNameLike ? name : undefined;
}

/** Replaces names that begin with the same words by those words: "Nike Pegasus" and "Nike Vomero" by "Nike". */
function mergeProducts(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (name) => name.split(' ')[0] ?? name);
  return Array.from(groups.values(), (group) =>
    group
      .map((name) => name.split(' '))
      .reduce((shared, words) => {
        const length = shared.findIndex((word, index) => word !== words[index]);
        return length < 0 ? shared : shared.slice(0, length);
      })
      .join(' '),
  );
}

function startsWithWords(name: string, words: string): boolean {
  return name === words || name.startsWith(`${words} `);
}

function countTexts(texts: readonly string[], name: string): number {
  return texts.filter(compileWordSearch(name)).length;
}

/** Compiles a function that returns whether a text contains the given words as whole words. */
function compileWordSearch(words: string): (text: string) => boolean {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(words)}(?![\\p{L}\\p{N}])`, 'u');
  // Searching for the plain string first is many times faster.
  return (text) => text.includes(words) && pattern.test(text);
}
