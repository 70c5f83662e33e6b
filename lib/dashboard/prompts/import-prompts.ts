import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { csvSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import {
  describeAddedPrompts,
  insertedPromptsSchema,
  insertPrompts,
} from '#lib/dashboard/prompts/insert-prompts';
import {
  parsedPromptSchema,
  parsedPromptsSchema,
  parseOptionsSchema,
  parsePromptsCsv,
} from '#lib/dashboard/prompts/parse-prompts-csv';
import { recordAudit } from '#lib/db/audit-log';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { prompts } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

const importResultSchema = insertedPromptsSchema.extend({
  skippedLines: z.number().describe('The number of invalid lines, which were not imported.'),
});
export type ImportResult = z.output<typeof importResultSchema>;

const importSchema = z.object({ projectId: projectIdSchema, csv: csvSchema, options: parseOptionsSchema });

/**
 * @param options see `parsePromptsCsv`
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR with a field `line <n>` for each invalid line if no line is valid
 */
export const importPrompts = defineOperation({
  name: 'prompts.import',
  title: 'Import prompts',
  description:
    'Imports the valid lines of a CSV of prompts with the columns prompt, topic, tags and language, and skips the others. Existing prompts stay unchanged.',
  permission: 'projects.edit',
  effect: 'write',
  input: importSchema,
  output: importResultSchema,
  audit: ['prompts.imported'],
  // Parsing takes long, so it happens before the transaction.
  isTransaction: false,
  async run(context, { projectId, csv, options }): Promise<ImportResult> {
    const { prompts: drafts, errors } = parsePromptsCsv(csv, options);
    if (drafts.length === 0) {
      throw new ServiceError('VALIDATION_ERROR', {
        message: 'No line of the file can be imported. Correct the file and try again.',
        fields: errors.map(({ line, message }) => ({ field: `line ${line}`, message })),
      });
    }
    return withOrganization(context, async (tx) => {
      const { db, organizationId, clock } = tx;
      await lockProject(db, organizationId, projectId);
      const inserted = await insertPrompts(db, { organizationId, projectId, now: clock.now() }, drafts);
      const result = { ...inserted, skippedLines: errors.length };
      const after = describeAddedPrompts(drafts, result);
      if (after) await recordAudit(tx, { action: 'prompts.imported', projectId, after });
      return result;
    });
  },
});

/** Maximum number of prompts that a preview lists. */
const maxPreviewedPrompts = 50;

const importPreviewSchema = parsedPromptsSchema.extend({
  prompts: z
    .array(parsedPromptSchema.extend({ exists: z.boolean() }))
    .describe('The first 50. If a prompt exists in the project already, the import leaves it unchanged.'),
  validCount: z.number().describe('The number of valid lines.'),
  existingCount: z.number().describe('The number of valid lines whose prompts exist in the project already.'),
});
export type ImportPreview = z.output<typeof importPreviewSchema>;

/** @param options see `parsePromptsCsv` */
export const previewImport = defineOperation({
  name: 'prompts.preview-import',
  title: 'Preview an import of prompts',
  description:
    'Parses a CSV of prompts and returns what an import of it would do: its first prompts, the lines that cannot be imported, and which prompts exist already. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: importSchema,
  output: importPreviewSchema,
  isTransaction: false,
  async run(context, { projectId, csv, options }): Promise<ImportPreview> {
    const { prompts: validPrompts, ...parsed } = parsePromptsCsv(csv, options);
    const texts = validPrompts.map(({ text }) => text);
    return withOrganization(context, async ({ db, organizationId }) => {
      const rows = await db
        .select({ text: prompts.text })
        .from(prompts)
        .where(
          and(
            hasValues(prompts, { organizationId, projectId, archivedAt: null }),
            sql`${prompts.text} = ANY (${sql.param(texts)}::text[])`,
          ),
        );
      const existing = new Set(rows.map(({ text }) => text));
      return {
        ...parsed,
        prompts: validPrompts
          .slice(0, maxPreviewedPrompts)
          .map((prompt) => ({ ...prompt, exists: existing.has(prompt.text) })),
        validCount: validPrompts.length,
        existingCount: existing.size,
      };
    });
  },
});
