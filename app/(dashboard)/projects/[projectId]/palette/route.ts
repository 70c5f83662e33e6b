import type { PaletteData } from '#components/layout/palette-data';
import { listFilterValues } from '#lib/dashboard/analytics/filters/filter-values';
import { searchPrompts } from '#lib/dashboard/prompts/list-prompts';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { formatCountry, formatEngine } from '#lib/format/labels';
import { getContext } from '../../../../session';
import { loadProject } from '../load-page';

/** Returns what the command palette offers for a project: saved views, filters, brands and matching prompts. */
export async function GET(request: Request, { params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  const { own, competitors } = await loadProject(projectId);
  const words = new URL(request.url).searchParams.get('words') ?? '';
  const [views, { engines, countries, topics, tags }, prompts] = await Promise.all([
    listViews(context, { projectId }),
    listFilterValues(context, { projectId }),
    searchPrompts(context, { projectId, words }),
  ]);
  const data: PaletteData = {
    views,
    engines: engines.map((value) => ({ value, label: formatEngine(value) })),
    countries: countries.map((value) => ({ value, label: formatCountry(value) })),
    topics: topics.map((value) => ({ value, label: value })),
    tags: tags.map((value) => ({ value, label: value })),
    brands: [own, ...competitors].map(({ id, name, role }) => ({ id, name, role })),
    prompts,
  };
  return Response.json(data, { headers: { 'Cache-Control': 'no-store' } });
}
