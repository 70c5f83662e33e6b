import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { lockProject, projectNotFound } from '#lib/dashboard/projects/project';
import { type InsertedPrompts, insertPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { readMatcher } from '#lib/dashboard/prompts/list-prompts';
import { parsePromptsCsv, type ReadPrompt, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type Context, scoped } from '#lib/db/client';

/**
 * Imports a CSV of prompts, whole or not at all; prompts that are there already are passed over.
 * @param wholeLines as `parsePromptsCsv` takes it
 * @throws ServiceError VALIDATION_ERROR with a field `line <n>` for each line that is wrong
 */
export async function importPrompts(
  context: Context,
  { projectId, csv, wholeLines }: { projectId: string; csv: string; wholeLines?: boolean },
): Promise<InsertedPrompts> {
  requirePermission(context.actor, 'projects.edit');
  const { prompts, problems } = parsePromptsCsv(csv, wholeLines);
  if (problems.length > 0) {
    throw new ServiceError('VALIDATION_ERROR', {
      message: `${problems.length === 1 ? 'One line of the file is' : `${problems.length} lines of the file are`} not right. Nothing was imported; correct the file and try again.`,
      fields: problems.map(({ line, message }) => ({ field: `line ${line}`, message })),
    });
  }
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    return insertPrompts(db, { organizationId, projectId, now: clock.now() }, prompts);
  });
}

/** A line of the file as it would be imported. */
export interface PreviewedPrompt extends ReadPrompt {
  /** In the project already, so it would be passed over. */
  present: boolean;
  branded: boolean;
}

/** While there is a problem, nothing is imported. */
export interface ImportPreview extends ReadPrompts {
  prompts: PreviewedPrompt[];
}

/**
 * What importing a CSV would do; changes nothing.
 * @param wholeLines as `parsePromptsCsv` takes it
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
