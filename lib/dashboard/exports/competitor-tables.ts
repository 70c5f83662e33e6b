import { competitorParameters } from '#lib/contract/filters/page-parameters';
import {
  aspectsTable,
  headToHeadTable,
  positionsTable,
  shareOfVoiceTable,
} from '#lib/contract/tables/competitors';
import { citationGapsTable, mentionGapsTable } from '#lib/contract/tables/gaps';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { Gaps } from '#lib/dashboard/analytics/competitors/gaps';
import { defineRows } from '#lib/dashboard/exports/exported-table';
import { labelCompetitor } from '#lib/dashboard/exports/label-filters';

/** Returns a row for each engine of each prompt. */
function listGapRows({ prompts, isMeasured }: Gaps) {
  // A file without rows would mean that there is no gap.
  if (!isMeasured) return [{ result: { presence: 'not measured' } }];
  return prompts.flatMap((gap) => gap.engines.map((result) => ({ ...gap, result })));
}

export const competitorTables = [
  /** Against the competitor in the URL parameter `competitor`. */
  defineRows(headToHeadTable, {
    label(context, { projectId }, parameters) {
      return labelCompetitor(context, projectId, competitorParameters.parse(parameters).competitor);
    },
    async rows(context, filters, parameters) {
      const { competitor: competitorId } = competitorParameters.parse(parameters);
      const { headToHead } = await getCompetitors(context, filters, { competitorId });
      return headToHead?.prompts.map((row) => ({ ...row, competitor: headToHead.competitor.name })) ?? [];
    },
  }),
  defineRows(mentionGapsTable, {
    rows: async (context, filters) => listGapRows((await getCompetitors(context, filters)).mentionGaps),
  }),
  defineRows(citationGapsTable, {
    rows: async (context, filters) => listGapRows((await getCompetitors(context, filters)).citationGaps),
  }),
  defineRows(positionsTable, {
    rows: async (context, filters) =>
      (await getCompetitors(context, filters)).positions.flatMap(({ answersByPosition, ...row }) =>
        answersByPosition.map((answers, index) => ({ ...row, position: index + 1, answers })),
      ),
  }),
  /** No rows without a language model as classifier. */
  defineRows(aspectsTable, {
    rows: async (context, filters) => (await getCompetitors(context, filters)).aspects ?? [],
  }),
  defineRows(shareOfVoiceTable, {
    async rows(context, filters) {
      const { brandMetrics, mentionShares } = await getCompetitors(context, filters);
      return brandMetrics.map((row) => ({
        ...row,
        mentionShare: mentionShares.find(({ brand }) => brand.id === row.brand.id)?.share,
      }));
    },
  }),
];
