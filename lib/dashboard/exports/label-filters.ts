import { parseAnswerFilters } from '#lib/contract/filters/answer-filters';
import { listFilters, pageFilters } from '#lib/contract/filters/page-filters';
import { labelList } from '#lib/core/file-name';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getProject } from '#lib/dashboard/projects/project';
import { getPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import type { Context } from '#lib/db/context';

/** Labels filters for a file name, without the period: "chat", "gen", "DE", "4 topics", "Cheap kayaks". */
export async function labelFilters(context: Context, filters: MetricFilters): Promise<string[]> {
  const { branded } = filters;
  return [
    ...listFilters.flatMap((name) =>
      name === 'promptIds' ? [] : labelList(filters[name], pageFilters[name].plural),
    ),
    ...(await labelPrompts(context, filters)),
    ...(await labelCompetitor(context, filters.projectId, filters.brandId)),
    ...(branded === 'without' ? [] : [branded === 'only' ? 'only branded' : 'with branded']),
  ];
}

/** Labels a competitor of a project by its name; no label for other brands. */
export async function labelCompetitor(
  context: Context,
  projectId: string,
  brandId: string | null,
): Promise<string[]> {
  if (brandId === null) return [];
  const { competitors } = await getProject(context, { projectId });
  return competitors.flatMap(({ id, name }) => (id === brandId ? [name] : []));
}

/** Labels a single prompt by its text, and several by their number. */
async function labelPrompts(
  context: Context,
  { projectId, promptIds }: MetricFilters,
): Promise<readonly string[]> {
  if (promptIds.length === 0) return [];
  if (promptIds.length > 1) return [`${promptIds.length} prompts`];
  // Visitors of a share link can put any prompt ID into the URL, even one that the report's filters exclude. They must not
  // learn its text.
  const prompts =
    context.actor.kind === 'share' ? [] : await getPromptTexts(context, { projectId, promptIds });
  return prompts.length === 0 ? ['1 prompt'] : prompts.map(({ text }) => text);
}

/**
 * Labels the filters of a list of answers: "failed", "cites example.org", "filtered". The last one stands for filters
 * that have no short name.
 */
export function labelAnswerFilters(parameters: SearchParameters): string[] {
  const { status, search, fanout, cites, lists, ...others } = parseAnswerFilters(parameters);
  return [
    ...(status === 'answered' ? [] : [status]),
    ...(search ? [search] : []),
    ...(fanout ? [fanout] : []),
    ...(cites ? [`cites ${cites}`] : []),
    ...(lists ? [`lists ${lists}`] : []),
    ...(Object.keys(others).length > 0 ? ['filtered'] : []),
  ];
}
