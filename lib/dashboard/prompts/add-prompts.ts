import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { checkPrompt } from '#lib/dashboard/prompts/check-prompt';
import { type InsertedPrompts, insertPrompts } from '#lib/dashboard/prompts/insert-prompts';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import { type Context, scoped } from '#lib/db/context';

/**
 * Adds prompts to a project, all or none; the same words given twice count once.
 * @throws ServiceError VALIDATION_ERROR with a field `prompts.<index>` for each wrong one
 */
export async function addPrompts(
  context: Context,
  {
    projectId,
    prompts,
  }: { projectId: string; prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[] },
): Promise<InsertedPrompts> {
  requirePermission(context.actor, 'projects.edit');
  const drafts = prompts.map(({ text, topic = '', tags = [], language = 'en' }) => ({
    text: text.trim(),
    topic: topic.trim(),
    tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    language: language.trim() || 'en',
  }));
  const fields = drafts.flatMap((draft, index) =>
    checkPrompt(draft).map((message) => ({ field: `prompts.${index}`, message })),
  );
  if (fields.length > 0) throw new ServiceError('VALIDATION_ERROR', { message: fields[0]?.message, fields });
  const distinct = [...new Map(drafts.map((draft) => [draft.text, draft])).values()];
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    return insertPrompts(db, { organizationId, projectId, now: clock.now() }, distinct);
  });
}
