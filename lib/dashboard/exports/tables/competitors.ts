import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** The selected brand against the competitor given as `rival`, by prompt. */
export const headToHeadTable: ExportedTable = {
  columns: columnsOf({
    prompt: 'Prompt',
    competitor: 'Competitor',
    ...rateLabels('ours', 'Mentioned'),
    ...rateLabels('theirs', 'Competitor mentioned'),
    mentioned: 'Who is mentioned',
    lead: 'Verdict',
  }),
  async rows(context, filters, asked) {
    const [competitorId = null] = getParameterValues(asked, 'rival');
    const { headToHead } = await getCompetitors(context, filters, { competitorId });
    return (headToHead?.prompts ?? []).map(({ prompt, ours, theirs, mentioned, lead }) => ({
      prompt,
      competitor: headToHead?.competitor.name ?? null,
      ...rateCells('ours', ours),
      ...rateCells('theirs', theirs),
      mentioned,
      lead,
    }));
  },
};

/** Prompts where a competitor is present and the brand is not, with a row for each engine. */
function gapsTable(kind: 'mentionGaps' | 'citationGaps'): ExportedTable {
  return {
    columns: columnsOf({
      prompt: 'Prompt',
      everywhere: 'On all engines',
      engine: 'Engine',
      answers: 'Answers',
      presence: 'Present',
      instead: 'Competitors present instead',
    }),
    async rows(context, filters) {
      const { prompts, isMeasured } = (await getCompetitors(context, filters))[kind];
      // A file without rows would mean that there is no gap.
      if (!isMeasured) return [{ presence: 'not measured' }];
      return prompts.flatMap(({ prompt, isEverywhere, engines, competitors }) =>
        engines.map(({ engine, answers, presence }) => ({
          prompt,
          everywhere: isEverywhere ? 'yes' : 'no',
          engine,
          answers,
          presence,
          instead: competitors.map(({ brand }) => brand.name).join(', '),
        })),
      );
    },
  };
}

export const mentionGapsTable = gapsTable('mentionGaps');
export const citationGapsTable = gapsTable('citationGaps');

/** How often every tracked brand has each position; 10 stands for 10 or lower. */
export const positionsTable: ExportedTable = {
  columns: columnsOf({
    brand: 'Brand',
    position: 'Position',
    answers: 'Answers',
    mentioned: 'Answers that mention it',
  }),
  rows: async (context, filters) =>
    (await getCompetitors(context, filters)).positions.flatMap(({ brand, mentioned, answersByPosition }) =>
      answersByPosition.map((answers, index) => ({
        brand: brand.name,
        position: index + 1,
        answers,
        mentioned,
      })),
    ),
};
