import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { queryRows } from '#lib/db/query-rows';
import { projects } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';
import demo from './demo.json' with { type: 'json' };

const engines: Engine[] = ['chat', 'gen', 'answer'];

/**
 * The contents of the demo: a fictional maker of trail shoes, its prompts and five competitors, and examples of a note,
 * an experiment and saved views.
 */
export const demoSeed = {
  ...demo,
  engines,
  prompts: demo.prompts.flatMap(({ topic, tag, texts }) =>
    texts.map((text) => ({ text, topic, tags: [tag], language: 'en' })),
  ),
};

/** Number of past days that the demo has answers for. */
export const backfillDays = 56;

/** Finds the demo's project in an organization by its name. */
export async function findDemoProject(db: Database, organizationId: string) {
  const [project] = await db
    .select({ id: projects.id, createdAt: projects.createdAt })
    .from(projects)
    .where(hasValues(projects, { organizationId, name: demo.name }))
    .orderBy(projects.createdAt)
    .limit(1);
  return project;
}

export const getBackfillProgress = defineOperation({
  name: 'demo.get-progress',
  title: 'Get the progress of the demo',
  description: 'Returns how many of the demo’s past answers are stored; null for any project but the demo’s.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.object({ done: z.int(), total: z.int(), startedAt: timeSchema }).nullable(),
  async run({ db, organizationId }, { projectId }) {
    const project = await findDemoProject(db, organizationId);
    if (project?.id !== projectId) return null;
    const [row] = await queryRows<{ done: number }>(
      db,
      sql`
        SELECT coalesce(sum(CASE WHEN runs.status = 'completed' THEN runs.item_count ELSE (
            SELECT count(*) FROM run_items WHERE run_items.organization_id = runs.organization_id
              AND run_items.run_id = runs.id AND run_items.status NOT IN ('pending', 'sent')
          ) END), 0) AS done
        FROM runs WHERE organization_id = ${organizationId} AND project_id = ${project.id} AND kind = 'backfill'`,
    );
    const total = backfillDays * demoSeed.prompts.length * engines.length * demo.countries.length;
    return { done: row?.done ?? 0, total, startedAt: project.createdAt };
  },
});
