import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { lockProject, projectNotFound } from '#lib/dashboard/projects/project';
import { type InsertedPrompts, insertPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { readMatcher } from '#lib/dashboard/prompts/list-prompts';
import { parsePromptsCsv, type ReadPrompt, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type Context, scoped } from '#lib/db/client';

/**
 * Imports a CSV of prompts, all or none. Existing prompts are skipped.
 * @param wholeLines see `parsePromptsCsv`
 * @throws ServiceError VALIDATION_ERROR with a field `line <n>` for each invalid line
 */
export async function importPrompts(
  context: Context,
  { projectId, csv, wholeLines }: { projectId: string; csv: string; wholeLines?: boolean },
): Promise<InsertedPrompts> {
  requirePermission(context.actor, 'projects.edit');
  const { prompts, problems } = parsePromptsCsv(csv, wholeLines);
  if (problems.length > 0) {
    throw new ServiceError('VALIDATION_ERROR', {
      message: `${problems.length === 1 ? 'One line of the file is' : `${problems.length} lines of the file are`} not valid. Nothing was imported. Correct the file and try again.`,
      fields: problems.map(({ line, message }) => ({ field: `line ${line}`, message })),
    });
  }
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    return insertPrompts(db, { organizationId, projectId, now: clock.now() }, prompts);
  });
}

/** A prompt of the file. */
export interface PreviewedPrompt extends ReadPrompt {
  /** It exists in the project, so the import skips it. */
  present: boolean;
  branded: boolean;
}

export interface ImportPreview extends ReadPrompts {
  prompts: PreviewedPrompt[];
}

/**
 * Previews the import of a CSV without changes.
 * @param wholeLines see `parsePromptsCsv`
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function previewImport(
  context: Context,
  { projectId, csv, wholeLines }: { projectId: string; csv: string; wholeLines?: boolean },
): Promise<ImportPreview> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  const { prompts, problems, unnamed } = parsePromptsCsv(csv, wholeLines);
  return scoped(context, async ({ db, organizationId }) => {
    const matcher = await readMatcher(db, organizationId, projectId);
    const { rows } = await db.$client.query<{ text: string }>(
      `SELECT text FROM prompts
       WHERE organization_id = $1 AND project_id = $2 AND archived_at IS NULL AND text = ANY ($3::text[])`,
      [organizationId, projectId, prompts.map((prompt) => prompt.text)],
    );
    const present = new Set(rows.map((row) => row.text));
    return {
      prompts: prompts.map((prompt) => ({
        ...prompt,
        present: present.has(prompt.text),
        branded: matcher.mentionsAny(prompt.text),
      })),
      problems,
      unnamed,
    };
  });
}
