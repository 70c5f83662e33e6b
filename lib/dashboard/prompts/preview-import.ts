import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { projectNotFound } from '#lib/dashboard/projects/project';
import { parsePromptsCsv, type ReadPrompt, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { readMatcher } from '#lib/dashboard/prompts/read-matcher';
import { type Context, scoped } from '#lib/db/context';

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
  if (!isId(projectId)) throw projectNotFound(projectId);
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
