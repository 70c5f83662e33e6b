import { z } from 'zod';
import { findUnknownVariable } from '#lib/core/report-variables';
import { isStorableText } from '#lib/core/text';

/** The kinds of sections, in the order of the dashboard's pages that show them. */
export const sectionKinds = [
  'headline',
  'visibility-over-time',
  'share-of-voice-over-time',
  'brands',
  'by-engine',
  'by-country',
  'by-engine-and-country',
  'top-sources',
  'latest-answers',
  'share-of-voice-by-mentions',
  'positions',
  'head-to-head',
  'mention-gaps',
  'citation-gaps',
  'domains',
  'source-types',
  'source-gaps',
  'source-flow',
  'stability',
  'fan-out',
  'fan-out-engines',
  'prompts',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** The ID of a block, unique within the report. */
const blockId = z.string().regex(/^[\w-]{1,40}$/, 'This block cannot be saved. Remove it and add it again.');

const maxTextLength = 10_000;
const maxQuotes = 10;

const textBlockSchema = z.object({
  id: blockId,
  kind: z.literal('text'),
  /** Markdown, with variables by name such as `{{visibility}}`. */
  markdown: z
    .string()
    .max(maxTextLength, `Use at most ${maxTextLength.toLocaleString('en')} characters.`)
    .refine(isStorableText, 'Remove control characters from the text.')
    .superRefine((markdown, context) => {
      const name = findUnknownVariable(markdown);
      if (name === undefined) return;
      const message = `Unknown variable “${name}”. Choose one from the list of variables.`;
      context.addIssue({ code: 'custom', message });
    }),
});

const quotesBlockSchema = z.object({
  id: blockId,
  kind: z.literal('quotes'),
  /** The selected answers, in the order in which the report shows them. */
  answerIds: z.array(z.guid()).max(maxQuotes, `Select at most ${maxQuotes} answers.`),
});

const sectionBlockSchema = z.object({
  id: blockId,
  kind: z.enum(sectionKinds),
  /** The competitor to compare with, in sections that compare; null for the one mentioned most. */
  competitorId: z.guid().nullable(),
});

/** A part of a stored report. */
export const storedBlockSchema = z.discriminatedUnion('kind', [
  textBlockSchema,
  quotesBlockSchema,
  sectionBlockSchema,
]);

/** A part of a report, as people and programs enter it. */
export const reportBlockSchema = z.discriminatedUnion('kind', [
  textBlockSchema,
  quotesBlockSchema,
  sectionBlockSchema.extend({ competitorId: sectionBlockSchema.shape.competitorId.default(null) }),
]);

export type ReportBlock = z.output<typeof reportBlockSchema>;
export type SectionBlock = Exclude<ReportBlock, { kind: 'text' | 'quotes' }>;

const maxBlocks = 40;

export const reportBlocksSchema = z
  .array(reportBlockSchema)
  .max(maxBlocks, `A report can have at most ${maxBlocks} blocks. Remove one first.`)
  .refine(
    (blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length,
    'Block IDs must be unique.',
  );

/** The exported table of each section; null if it has none. */
const sectionTables: Readonly<Record<SectionKind, string | null>> = {
  headline: 'headline',
  'visibility-over-time': 'visibility-over-time',
  'share-of-voice-over-time': 'share-of-voice-over-time',
  brands: 'brands',
  'by-engine': 'by-engine',
  'by-country': 'by-country',
  'by-engine-and-country': 'by-engine-and-country',
  'top-sources': 'sources',
  'latest-answers': null,
  'share-of-voice-by-mentions': 'share-of-voice-by-mentions',
  positions: 'positions',
  'head-to-head': 'head-to-head',
  'mention-gaps': 'mention-gaps',
  'citation-gaps': 'citation-gaps',
  domains: 'sources',
  'source-types': 'source-types',
  'source-gaps': 'source-gaps',
  'source-flow': 'source-flow',
  stability: 'stability',
  'fan-out': 'fan-out',
  'fan-out-engines': 'fan-out-engines',
  prompts: 'prompts',
};

/** An exported table of a report. */
export interface ReportTable {
  name: string;
  /** The competitor of a section that compares; null for the one mentioned most, and in other sections. */
  competitorId: string | null;
}

/** Lists the exported tables of a report. Sections that compare with different competitors have one each. */
export function listReportTables(blocks: readonly ReportBlock[]): ReportTable[] {
  const tables = blocks.flatMap((block): ReportTable[] => {
    if (block.kind === 'text' || block.kind === 'quotes') return [];
    const name = sectionTables[block.kind];
    return name === null ? [] : [{ name, competitorId: block.competitorId }];
  });
  return [...new Map(tables.map((table) => [getTableKey(table), table])).values()];
}

/** Returns the key of a table within its report. */
export const getTableKey = ({ name, competitorId }: ReportTable) =>
  competitorId === null ? name : `${name}:${competitorId}`;

/** Returns the parameters with which the rows of a table are read. */
export const getTableParameters = ({ competitorId }: ReportTable) =>
  new URLSearchParams(competitorId === null ? {} : { competitor: competitorId });
