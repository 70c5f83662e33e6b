import { readAnswerTexts } from '#lib/dashboard/analytics/answers/read-answer-texts';
import { findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { defineTable } from '#lib/dashboard/exports/define-table';
import { labelAnswerFilters } from '#lib/dashboard/exports/label-filters';
import { breakdownColumns } from '#lib/dashboard/exports/overview-tables';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';

export const answerTables = {
  /** The active prompts that match the filters, with the brand's metrics, which are empty without answers. */
  prompts: defineTable({
    async rows(context, filters) {
      const [prompts, breakdown] = await Promise.all([
        listPrompts(context, { projectId: filters.projectId }),
        getPromptBreakdown(context, filters),
      ]);
      return prompts
        .filter(matchesPrompt(filters))
        .map((prompt) => ({ prompt, ...breakdown.get(prompt.id) }));
    },
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt.text },
      { key: 'topic', label: 'Topic', value: ({ prompt }) => prompt.topic },
      { key: 'tags', label: 'Tags', value: ({ prompt }) => prompt.tags.join(', ') },
      { key: 'language', label: 'Language', value: ({ prompt }) => prompt.language },
      ...breakdownColumns,
    ],
  }),
  /** The matching answers with their full text, newest first. */
  answers: defineTable({
    label: (_context, _filters, parameters) => labelAnswerFilters(parameters),
    rows(context, filters, parameters) {
      const answerFilters = parseAnswerFilters(parameters);
      return readPages(async (before) => {
        const page = await readAnswerTexts(context, filters, { answerFilters, before, limit: pageSize });
        return { rows: page.answers, nextCursor: page.nextCursor };
      });
    },
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      {
        key: 'requested_at',
        label: 'Requested at',
        format: 'instant',
        value: ({ requestedAt }) => requestedAt,
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'country', label: 'Country', value: ({ country }) => country },
      { key: 'model', label: 'Model', value: ({ model }) => model },
      {
        key: 'brands',
        label: 'Brands, by rank',
        value: ({ brands }) => brands.map(({ name }) => name).join('\n'),
      },
      { key: 'text', label: 'Answer', isLong: true, value: ({ text }) => text },
      {
        key: 'sources',
        label: 'Sources, cited ones first',
        value: ({ sources }) => sources.map(({ url }) => url).join('\n'),
      },
      {
        key: 'searches',
        label: 'Search queries of the engine',
        value: (row) => row.searchQueries.join('\n'),
      },
    ],
  }),
  /** The failed run items of the period that match the filters, newest first. */
  failed: defineTable({
    rows: (context, filters) =>
      readPages(async (before) => {
        const { failed, nextCursor } = await findFailedItems(context, filters, {
          limit: pageSize,
          before,
        });
        return { rows: failed, nextCursor };
      }),
    columns: [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      {
        key: 'requested_at',
        label: 'Requested at',
        format: 'instant',
        value: ({ requestedAt }) => requestedAt.toISOString(),
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'country', label: 'Country', value: ({ country }) => country },
      { key: 'error_code', label: 'Code', value: ({ errorCode }) => errorCode },
      {
        key: 'reason',
        label: 'Reason',
        value: ({ errorCode }) => describeFailure({ status: 'failed', errorCode }),
      },
      { key: 'run', label: 'Run', value: ({ runId }) => runId },
    ],
  }),
};

const pageSize = 250;

interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** Yields rows, reading a page at a time as the consumer takes them. */
async function* readPages<Row>(readPage: (before: string | null) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let before: string | null = null;
  do {
    const page: Page<Row> = await readPage(before);
    yield* page.rows;
    before = page.nextCursor;
  } while (before);
}
