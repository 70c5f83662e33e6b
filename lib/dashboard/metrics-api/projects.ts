import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { defaultPageSize, type ProjectsQuery, type promptsQuerySchema } from '#lib/contract/metrics/queries';
import type { projectsPageSchema } from '#lib/contract/metrics/results';
import { toApiPage } from '#lib/contract/tables/api-row';
import { promptsTable } from '#lib/contract/tables/prompts';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { listFilterValues } from '#lib/dashboard/analytics/filters/project-state';
import { selectAnsweredDay } from '#lib/dashboard/counts/answered-day';
import { formatCursor, paginate, parseCursor } from '#lib/dashboard/metrics-api/cursor';
import { getProject, listProjects } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** Returns a page of the organization's projects, oldest first. */
export function getProjectsPage(
  context: Context,
  query: ProjectsQuery,
): Promise<z.infer<typeof projectsPageSchema>> {
  return withMetricsTransaction(context, async (tx) => {
    const search = query.search?.toLowerCase() ?? '';
    const projects = (await listProjects(tx)).filter(({ name, own, competitors }) =>
      [name, own.name, ...competitors.map((brand) => brand.name)].some((text) =>
        text.toLowerCase().includes(search),
      ),
    );
    const { limit = defaultPageSize } = query;
    const page = paginate(projects, ({ id }) => id, { after: parseCursor(query)?.after, limit });
    const days = await readAnsweredDays(
      tx,
      page.rows.map(({ id }) => id),
    );
    const data = [];
    for (const { id, name, createdAt, timeZone, own, competitors } of page.rows) {
      data.push({
        id,
        name,
        createdAt: createdAt.toISOString(),
        timeZone,
        ...(days.get(id) ?? { firstDay: null, lastDay: null }),
        brands: [own, ...competitors].map((brand) => ({
          id: brand.id,
          name: brand.name,
          role: brand.role,
          domains: brand.domains,
        })),
        ...(await listFilterValues(tx, { projectId: id })),
      });
    }
    const nextCursor = page.last === undefined ? null : formatCursor(query, { after: page.last });
    return { success: true, data, total: projects.length, nextCursor };
  });
}

interface AnsweredDays {
  firstDay: string | null;
  lastDay: string | null;
}

/** Reads the first and last day with an answer of each project: an index finds both ends. */
async function readAnsweredDays(
  { db, organizationId }: Context,
  projectIds: readonly string[],
): Promise<Map<string, AnsweredDays>> {
  if (projectIds.length === 0) return new Map();
  const days = projectIds.map(
    (id) => sql`SELECT ${id}::uuid AS id, ${selectAnsweredDay(organizationId, id, 'first')} AS "firstDay",
      ${selectAnsweredDay(organizationId, id, 'last')} AS "lastDay"`,
  );
  const rows = await queryRows<AnsweredDays & { id: string }>(db, sql.join(days, sql` UNION ALL `));
  return new Map(rows.map(({ id, ...days }) => [id, days]));
}

/** Reads a page of the active prompts of a project, by topic. @throws ServiceError RESOURCE_NOT_FOUND */
export function readPromptsPage(context: Context, query: z.output<typeof promptsQuerySchema>) {
  return withMetricsTransaction(context, async (tx) => {
    const { id: projectId } = await getProject(tx, { projectId: query.project });
    const search = query.search?.toLowerCase() ?? '';
    const prompts = (await listPrompts(tx, { projectId })).filter(({ text }) =>
      text.toLowerCase().includes(search),
    );
    const { limit = defaultPageSize } = query;
    const page = paginate(prompts, ({ id }) => id, { after: parseCursor(query)?.after, limit });
    return {
      success: true,
      rows: page.rows,
      total: prompts.length,
      nextCursor: page.last === undefined ? null : formatCursor(query, { after: page.last }),
    };
  });
}

/** Returns a page of the active prompts of a project, as the API has it. @throws ServiceError RESOURCE_NOT_FOUND */
export const getPromptsPage = async (context: Context, query: z.output<typeof promptsQuerySchema>) =>
  toApiPage(promptsTable, await readPromptsPage(context, query));
