import { parseAnswerFilters } from '#lib/contract/filters/answer-filters';
import { answersTable } from '#lib/contract/tables/answers';
import { promptsTable } from '#lib/contract/tables/prompts';
import { failedItemsTable } from '#lib/contract/tables/runs';
import { readAnswerTexts } from '#lib/dashboard/analytics/answers/read-answer-texts';
import { findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import { matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { defineRows } from '#lib/dashboard/exports/exported-table';
import { labelAnswerFilters } from '#lib/dashboard/exports/label-filters';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';

export const answerTables = [
  /** The active prompts that match the filters, with the brand's metrics, which are empty without answers. */
  defineRows(promptsTable, {
    async rows(context, filters) {
      const [prompts, breakdown] = await Promise.all([
        listPrompts(context, { projectId: filters.projectId }),
        getPromptBreakdown(context, filters),
      ]);
      return prompts
        .filter(matchesPrompt(filters))
        .map((prompt) => ({ ...prompt, ...breakdown.get(prompt.id) }));
    },
  }),
  defineRows(answersTable, {
    label: (_context, _filters, parameters) => labelAnswerFilters(parameters),
    rows(context, filters, parameters) {
      const answerFilters = parseAnswerFilters(parameters);
      return readPages(async (before) => {
        const page = await readAnswerTexts(context, filters, { answerFilters, before, limit: pageSize });
        return { rows: page.answers, nextCursor: page.nextCursor };
      });
    },
  }),
  defineRows(failedItemsTable, {
    rows: (context, filters) =>
      readPages(async (before) => {
        const { failed, nextCursor } = await findFailedItems(context, filters, { limit: pageSize, before });
        const rows = failed.map((item) => ({
          ...item,
          reason: describeFailure({ status: 'failed', ...item }),
        }));
        return { rows, nextCursor };
      }),
  }),
];

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
