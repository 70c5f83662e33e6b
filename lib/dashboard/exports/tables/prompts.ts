import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { sliceCells, sliceLabels } from '#lib/dashboard/exports/tables/slices';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';

/** Every prompt that is asked and that the filters speak of, with the brand's figures in its answers; empty where none was given in these days. */
export const promptsTable: ExportedTable = {
  columns: columnsOf({
    prompt: 'Prompt',
    topic: 'Topic',
    tags: 'Tags',
    language: 'Language',
    ...sliceLabels,
  }),
  async rows(context, filters) {
    const [prompts, slices] = await Promise.all([
      listPrompts(context, { projectId: filters.projectId }),
      getPromptBreakdown(context, filters),
    ]);
    return prompts.filter(matchesPrompt(filters)).map(({ id, text, topic, tags, language }) => {
      const slice = slices.get(id);
      return { prompt: text, topic, tags: tags.join(', '), language, ...(slice ? sliceCells(slice) : {}) };
    });
  },
};
