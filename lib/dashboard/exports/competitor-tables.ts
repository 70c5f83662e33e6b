import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { PromptGap } from '#lib/dashboard/analytics/competitors/gaps';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { defineTable } from '#lib/dashboard/exports/define-table';
import { labelCompetitor } from '#lib/dashboard/exports/label-filters';

interface GapRow {
  presence: string;
  answers?: number;
  engine?: string;
  gap?: PromptGap;
}

/** Defines a table of prompts where another tracked brand is present and the selected one is not, with a row for each engine. */
function defineGapsTable(kind: 'mentionGaps' | 'citationGaps') {
  return defineTable({
    async rows(context, filters): Promise<GapRow[]> {
      const { prompts, isMeasured } = (await getCompetitors(context, filters))[kind];
      // A file without rows would mean that there is no gap.
      if (!isMeasured) return [{ presence: 'not measured' }];
      return prompts.flatMap((gap) => gap.engines.map((engine) => ({ gap, ...engine })));
    },
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ gap }) => gap?.prompt },
      {
        key: 'missing_on_all_engines',
        label: 'Brand missing on all engines',
        value: ({ gap }) => gap && (gap.isMissingOnAllEngines ? 'yes' : 'no'),
      },
      { key: 'engine', label: 'Engine', engines: ({ engine }) => (engine ? [engine] : []) },
      { key: 'answers', label: 'Answers', value: ({ answers }) => answers },
      { key: 'presence', label: 'Result', value: ({ presence }) => presence },
      {
        key: 'instead',
        label: kind === 'mentionGaps' ? 'Mentioned instead' : 'Cited instead',
        value: ({ gap }) => gap?.competitors.map(({ brand }) => brand.name).join(', '),
      },
    ],
  });
}

export const competitorTables = {
  /** The selected brand against the competitor in the URL parameter `competitor`, by prompt. */
  'head-to-head': defineTable({
    label(context, { projectId }, parameters) {
      const [competitorId = null] = getParameterValues(parameters, 'competitor');
      return labelCompetitor(context, projectId, competitorId);
    },
    async rows(context, filters, parameters) {
      const [competitorId = null] = getParameterValues(parameters, 'competitor');
      const { headToHead } = await getCompetitors(context, filters, { competitorId });
      return headToHead?.prompts.map((row) => ({ ...row, competitor: headToHead.competitor.name })) ?? [];
    },
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'competitor', label: 'Competitor', value: ({ competitor }) => competitor },
      { key: 'mention_rate', label: 'Mention rate', rate: ({ brandRate }) => brandRate },
      {
        key: 'competitor_mention_rate',
        label: 'Competitor mention rate',
        rate: ({ competitorRate }) => competitorRate,
      },
      { key: 'mentioned', label: 'Brands mentioned', value: ({ mentioned }) => mentioned },
      { key: 'verdict', label: 'Verdict', value: ({ lead }) => lead },
    ],
  }),
  'mention-gaps': defineGapsTable('mentionGaps'),
  'citation-gaps': defineGapsTable('citationGaps'),
  /** The number of answers by position of every tracked brand; 10 means rank 10 or later. */
  positions: defineTable({
    rows: async (context, filters) =>
      (await getCompetitors(context, filters)).positions.flatMap(({ answersByPosition, ...row }) =>
        answersByPosition.map((answers, index) => ({ ...row, position: index + 1, answers })),
      ),
    columns: [
      { key: 'brand', label: 'Brand', value: ({ brand }) => brand.name },
      { key: 'position', label: 'Position', value: ({ position }) => position },
      { key: 'answers', label: 'Answers', value: ({ answers }) => answers },
      { key: 'mentioned', label: 'Answers that mention the brand', value: ({ mentioned }) => mentioned },
    ],
  }),
  /** Aspects that sentences about the selected brand praise or criticize; no rows without a language model as classifier. */
  aspects: defineTable({
    rows: async (context, filters) => (await getCompetitors(context, filters)).aspects ?? [],
    columns: [
      { key: 'aspect', label: 'Aspect', value: ({ aspect }) => aspect },
      { key: 'praised', label: 'Praised', value: ({ positive }) => positive },
      { key: 'criticized', label: 'Criticized', value: ({ negative }) => negative },
      { key: 'praise_rate', label: 'Praise rate', rate: ({ praise }) => praise },
      {
        key: 'competitor_praise_rate',
        label: 'Competitors’ praise rate',
        rate: ({ competitorPraise }) => competitorPraise,
      },
    ],
  }),
  /** Share of voice by answers and by mentions, and the first-place rate. */
  'share-of-voice-by-mentions': defineTable({
    async rows(context, filters) {
      const { brandMetrics, mentionShares } = await getCompetitors(context, filters);
      return brandMetrics.map((row) => ({
        ...row,
        mentionShare: mentionShares.find(({ brand }) => brand.id === row.brand.id)?.share,
      }));
    },
    columns: [
      { key: 'brand', label: 'Brand', value: ({ brand }) => brand.name },
      { key: 'by_answers', label: 'Share of voice, by answers', rate: (row) => row.shareOfVoice },
      { key: 'by_mentions', label: 'Share of voice, by mention counts', rate: (row) => row.mentionShare },
      { key: 'first_place', label: 'First-place rate', rate: (row) => row.firstPlace },
    ],
  }),
};
