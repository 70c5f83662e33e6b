import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { insertBrand } from '#lib/dashboard/projects/brand';
import { brandInputSchema, projectNameSchema } from '#lib/dashboard/projects/brand-input';
import { getProject, type Project } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

/** Hues a chart tells apart; competitors past them share one. */
export const competitorColors = 8;

const inputSchema = z
  .object({
    /** The id it will have: a second try at the same makes no second project. By default a new one. */
    id: z.guid().default(() => randomUUID()),
    name: projectNameSchema,
    own: brandInputSchema,
    competitors: z.array(brandInputSchema).max(50, 'A project may have at most 50 competitors.').default([]),
  })
  .superRefine(({ own, competitors }, ctx) => {
    const taken = new Set([own.name.toLowerCase()]);
    for (const [index, { name }] of competitors.entries()) {
      const key = name.toLowerCase();
      if (taken.has(key)) {
        const message = `"${name}" stands here twice. Remove one of the two.`;
        ctx.addIssue({ code: 'custom', path: ['competitors', index, 'name'], message });
      }
      taken.add(key);
    }
  });
export type CreateProjectInput = z.input<typeof inputSchema>;

/** Creates a project with its own brand and competitors, whole or not at all. */
export async function createProject(context: Context, input: CreateProjectInput): Promise<Project> {
  requirePermission(context.actor, 'projects.edit');
  const { id: projectId, name, own, competitors } = parseInput(inputSchema, input);
  return scoped(context, async (inside) => {
    const { db, organizationId, clock } = inside;
    const { rowCount: made } = await db.$client.query(
      `INSERT INTO projects (organization_id, id, name, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [organizationId, projectId, name, clock.now()],
    );
    if (made) {
      const place = { organizationId, projectId };
      await insertBrand(db, place, { ...own, role: 'own', colorIndex: 0 });
      for (const [index, competitor] of competitors.entries()) {
        await insertBrand(db, place, { ...competitor, role: 'competitor', colorIndex: hueOf(index) });
      }
    }
    return getProject({ ...inside, actor: { kind: 'operator' } }, { projectId });
  });
}

/** The colorIndex of the competitor at an index from 0. */
function hueOf(index: number): number {
  return (index % competitorColors) + 1;
}
