import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type InsertedPrompts, insertPrompts } from '#lib/dashboard/prompts/insert-prompts';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type Context, scoped } from '#lib/db/context';

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
