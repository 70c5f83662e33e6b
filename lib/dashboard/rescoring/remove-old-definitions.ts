import { type Context, scoped } from '#lib/db/context';

const rollups = ['daily_answers', 'daily_brands', 'daily_domains', 'daily_queries'];
const shown =
  '(SELECT projects.definition FROM projects WHERE projects.organization_id = $1 AND projects.id = $2)';

const removeMentions = `
  DELETE FROM mentions USING answers
  WHERE answers.organization_id = $1 AND answers.project_id = $2
    AND answers.asked_at >= $3::date::timestamp AT TIME ZONE 'UTC'
    AND answers.asked_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
    AND mentions.organization_id = $1 AND mentions.asked_at = answers.asked_at AND mentions.answer_id = answers.id
    AND mentions.definition < ${shown}`;

/**
 * Removes what older definitions than the shown one left, day by day, then the note of the rescoring that is thereby
 * over. Nobody reads or writes such rows any more; cut short it is done by the next call.
 */
export async function removeOldDefinitions(
  context: Context,
  projectId: string,
  signal?: AbortSignal,
): Promise<void> {
  const values = [context.organizationId, projectId];
  const query = <T extends object = object>(text: string, more: unknown[] = []) =>
    scoped(context, ({ db }) => db.$client.query<T>(text, [...values, ...more]));
  const { rows: days } = await query<{ day: string }>(
    `SELECT DISTINCT day::text AS day FROM daily_answers JOIN rescorings USING (organization_id, project_id)
     WHERE organization_id = $1 AND project_id = $2 ORDER BY day`,
  );
  for (const { day } of days) {
    if (signal?.aborted) return;
    await query(removeMentions, [day]);
  }
  for (const table of rollups) {
    await query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND project_id = $2 AND definition < ${shown}`,
    );
  }
  await query(
    `DELETE FROM rescorings WHERE organization_id = $1 AND project_id = $2 AND definition = ${shown}`,
  );
}
