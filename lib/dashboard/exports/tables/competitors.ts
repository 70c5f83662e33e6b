import { getBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import {
  changeLabels,
  changeValues,
  meanLabels,
  meanValues,
  rateLabels,
  rateValues,
  roundValue,
} from '#lib/dashboard/exports/metric-columns';

/** Every tracked brand against the others, the most visible first. */
export const brandMetricsTable: ExportedTable = {
  columns: toColumns({
    brand: 'Brand',
    role: 'Role',
    ...rateLabels('visibility', 'Visibility'),
    ...changeLabels('visibility', 'Visibility'),
    ...rateLabels('share_of_voice', 'Share of voice'),
    ...meanLabels('position', 'Position'),
    ...rateLabels('first_place', 'First-place rate'),
    ...rateLabels('citation_rate', 'Citation rate'),
    ...rateLabels('citation_share', 'Citation share'),
    sentiment: 'Sentiment (−100 to 100)',
    sentences: 'Sentences classified',
  }),
  rows: async (context, filters) =>
    (await getBrandMetrics(context, filters)).map((standing) => ({
      brand: standing.brand.name,
      role: standing.brand.role,
      ...rateValues('visibility', standing.visibility),
      ...changeValues('visibility', standing.visibility.change),
      ...rateValues('share_of_voice', standing.shareOfVoice),
      ...meanValues('position', standing.position),
      ...rateValues('first_place', standing.firstPlace),
      ...rateValues('citation_rate', standing.citationRate),
      ...rateValues('citation_share', standing.citationShare),
      sentiment: roundValue(standing.sentiment.value),
      sentences: standing.sentiment.positive + standing.sentiment.neutral + standing.sentiment.negative,
    })),
};

/** The selected brand against the competitor given as `rival`, by prompt. */
export const headToHeadTable: ExportedTable = {
  columns: toColumns({
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
      ...rateValues('ours', ours),
      ...rateValues('theirs', theirs),
      mentioned,
      lead,
    }));
  },
};

/** Prompts where a competitor is present and the brand is not, with a row for each engine. */
function gapsTable(kind: 'mentionGaps' | 'citationGaps'): ExportedTable {
  return {
    columns: toColumns({
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
  columns: toColumns({
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

/** Share of voice by answers and by mentions, and the first-place rate. */
export const voiceByMentionsTable: ExportedTable = {
  columns: toColumns({
    brand: 'Brand',
    ...rateLabels('by_answers', 'Share of voice, by answers'),
    ...rateLabels('by_mentions', 'Share of voice, by mention counts'),
    ...rateLabels('first_place', 'First-place rate'),
  }),
  async rows(context, filters) {
    const { brandMetrics, mentionShares } = await getCompetitors(context, filters);
    return brandMetrics.map(({ brand, shareOfVoice, firstPlace }) => ({
      brand: brand.name,
      ...rateValues('by_answers', shareOfVoice),
      ...rateValues('by_mentions', mentionShares.find((one) => one.brand.id === brand.id)?.share ?? null),
      ...rateValues('first_place', firstPlace),
    }));
  },
};
