import { getContext } from '#app/session.ts';
import type { PaletteData } from '#components/layout/palette-groups';
import { listFilterValues } from '#lib/dashboard/analytics/filters/project-state';
import { searchDomains } from '#lib/dashboard/analytics/sources/search-domains';
import { searchPrompts } from '#lib/dashboard/prompts/prompt-texts';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { buildFilterMenuOptions, loadProject } from '../load-page';

/** Returns a project's saved views, filters, brands and matching prompts and domains for the command palette. */
export async function GET(request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  const project = await loadProject(projectId);
  const search = new URL(request.url).searchParams.get('words') ?? '';
  const [views, filterValues, prompts, domains] = await Promise.all([
    listViews(context, { projectId }),
    listFilterValues(context, { projectId }),
    searchPrompts(context, { projectId, search }),
    searchDomains(context, { projectId, search }),
  ]);
  const { engines, countries, topics, tags } = buildFilterMenuOptions(filterValues, project, prompts);
  const data: PaletteData = {
    views,
    engines,
    countries,
    topics,
    tags,
    brands: [project.own, ...project.competitors].map(({ id, name, role }) => ({ id, name, role })),
    prompts,
    domains,
  };
  return Response.json(data, { headers: { 'Cache-Control': 'no-store' } });
}
