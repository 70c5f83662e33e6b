import type { Context } from '#lib/db/context';

/** What prompts ask, by their ids, in a transaction already scoped. */
export async function readPromptTexts(
  { db, organizationId }: Context,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.$client.query<{ id: string; text: string }>({
    name: 'metrics-prompt-texts',
    text: 'SELECT id, text FROM prompts WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])',
    values: [organizationId, projectId, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
