import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { idSchema } from '#lib/core/validation';
import { proposeSpellings } from '#lib/dashboard/brands/propose-spellings';
import { brandInputSchema, readBrands } from '#lib/dashboard/projects/brand';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { answers } from '#lib/db/schema/answers';
import { defineOperation } from '#lib/operations/define-operation';

/** Number of answers that a preview reads, the newest first: few enough to match while a form is edited. */
const maxAnswers = 300;
const maxExamples = 3;
const maxSpellings = 8;
/** Milliseconds after which matching lets other requests run. */
const maxSliceMs = 10;
/** Characters shown before and after the mention of an example. */
const contextLength = 60;

/** A mention and the text around it. */
const mentionExampleSchema = z.object({ before: z.string(), mention: z.string(), after: z.string() });
export type MentionExample = z.output<typeof mentionExampleSchema>;

/** Answers that would newly mention the brand, or no longer mention it. */
const mentionChangeSchema = z.object({ answers: z.number(), examples: z.array(mentionExampleSchema) });
export type MentionChange = z.output<typeof mentionChangeSchema>;

/** A way to write a brand's name, and the number of stored answers that contain it. */
const spellingUseSchema = z.object({ spelling: z.string(), answers: z.number() });
export type SpellingUse = z.output<typeof spellingUseSchema>;

/** The effect of a brand's settings on stored answers. */
const brandPreviewSchema = z.object({
  answers: z.number().describe('The number of answers read: the newest, at most 300.'),
  mentionedBefore: z.number().describe('Answers that mention the brand under the stored settings.'),
  mentionedAfter: z.number().describe('Answers that mention the brand under the new settings.'),
  added: mentionChangeSchema,
  removed: mentionChangeSchema,
  mentions: z.number().describe('Mentions under the new settings.'),
  lowerCaseMentions: z.number().describe('Those in lower case although the name is capitalized.'),
  counted: z
    .array(spellingUseSchema)
    .describe('How answers write the brand, the most frequent first; at most 8.'),
  proposed: z
    .array(spellingUseSchema)
    .describe('Spellings that do not count and could be aliases, with the answers that each would add.'),
});
export type BrandPreview = z.output<typeof brandPreviewSchema>;

/** @throws ServiceError VALIDATION_ERROR; RESOURCE_NOT_FOUND */
export const previewBrand = defineOperation({
  name: 'brands.preview',
  title: 'Preview the settings of a brand',
  description:
    'Finds the mentions of a brand in the newest answers with new settings, and compares them with those that its stored settings find. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: z.object({
    projectId: projectIdSchema
      .optional()
      .describe('Without it, the brand of a new project is previewed, which has no answers.'),
    brandId: idSchema('brand').optional().describe('Without it, a new competitor is previewed.'),
    ...brandInputSchema.shape,
  }),
  output: brandPreviewSchema,
  // Matching takes long, so it happens after the transaction.
  isTransaction: false,
  async run(context, { projectId, brandId, ...brand }): Promise<BrandPreview> {
    const { stored, texts } =
      projectId === undefined ? { stored: [], texts: [] } : await readStored(context, projectId);
    const id = brandId ?? randomUUID();
    const changed = [...stored.filter((other) => other.id !== id), { id, ...brand }];
    const findBefore = compileMentionFinder(stored, id);
    const findAfter = compileMentionFinder(changed, id);
    const preview: BrandPreview = {
      answers: texts.length,
      mentionedBefore: 0,
      mentionedAfter: 0,
      added: { answers: 0, examples: [] },
      removed: { answers: 0, examples: [] },
      mentions: 0,
      lowerCaseMentions: 0,
      counted: [],
      proposed: [],
    };
    const counted = new Map<string, number>();
    const proposals = proposeSpellings(brand).slice(0, maxSpellings);
    const added = proposals.map((spelling) => ({
      spelling,
      answers: 0,
      mentionsAny: compileAlias(spelling),
    }));
    let sliceEndsAt = performance.now() + maxSliceMs;
    for (const { text } of texts) {
      if (performance.now() > sliceEndsAt) {
        await setImmediate();
        sliceEndsAt = performance.now() + maxSliceMs;
      }
      const before = findBefore(text);
      const after = findAfter(text);
      if (before.length > 0) preview.mentionedBefore += 1;
      if (after.length > 0) preview.mentionedAfter += 1;
      if (before.length === 0 && after.length > 0) addExample(preview.added, text, after);
      if (before.length > 0 && after.length === 0) addExample(preview.removed, text, before);
      const mentions = after.map(({ start, end }) => text.slice(start, end));
      for (const written of new Set(mentions)) counted.set(written, (counted.get(written) ?? 0) + 1);
      for (const proposal of added) {
        if (after.length === 0 && proposal.mentionsAny(text)) proposal.answers += 1;
      }
      preview.mentions += mentions.length;
      if (/^\p{Lu}/u.test(brand.name)) {
        preview.lowerCaseMentions += mentions.filter((mention) => mention === mention.toLowerCase()).length;
      }
    }
    return {
      ...preview,
      counted: Array.from(counted, ([spelling, count]) => ({ spelling, answers: count }))
        .toSorted((a, b) => b.answers - a.answers)
        .slice(0, maxSpellings),
      proposed: added
        .map(({ spelling, answers: count }) => ({ spelling, answers: count }))
        .toSorted((a, b) => b.answers - a.answers),
    };
  },
});

/** Reads the brands of a project and its newest answers. @throws ServiceError RESOURCE_NOT_FOUND */
async function readStored(context: Context, projectId: string) {
  const { stored, texts } = await withOrganization(context, async ({ db, organizationId }) => ({
    stored: (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [],
    texts: await db
      .select({ text: answers.text })
      .from(answers)
      .where(hasValues(answers, { organizationId, projectId, status: 'answered' }))
      .orderBy(sql`${answers.requestedAt} DESC NULLS LAST`)
      .limit(maxAnswers),
  }));
  // Every project has a brand.
  if (stored.length === 0) throw notFound('Project not found in this organization.');
  return { stored, texts };
}

/** Compiles a proposed alias into a function that returns whether a text contains it, in the same case. */
function compileAlias(name: string): (text: string) => boolean {
  const rules = { aliases: [], matchCase: true, requiredContext: [], excludedContext: [] };
  return compileMatcher([{ id: name, name, ...rules }]).mentionsAny;
}

/** Compiles the brands into a function that returns the mentions of one of them. */
function compileMentionFinder(brands: readonly MatchedBrand[], id: string) {
  const matcher = compileMatcher(brands);
  return (text: string): { start: number; end: number }[] => {
    const spans = matcher.findMentions(text).find(({ brandId }) => brandId === id)?.spans ?? [];
    return Array.from({ length: spans.length / 2 }, (_, index) => ({
      start: spans[2 * index] ?? 0,
      end: spans[2 * index + 1] ?? 0,
    }));
  };
}

function addExample(
  change: MentionChange,
  text: string,
  mentions: readonly { start: number; end: number }[],
): void {
  change.answers += 1;
  const [first] = mentions;
  if (!first || change.examples.length >= maxExamples) return;
  const before = text.slice(Math.max(0, first.start - contextLength), first.start);
  const after = text.slice(first.end, first.end + contextLength);
  change.examples.push({
    before: first.start > contextLength ? `…${before}` : before,
    mention: text.slice(first.start, first.end),
    after: first.end + contextLength < text.length ? `${after}…` : after,
  });
}
