import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { promptColumn } from '#lib/contract/tables/shared-columns';
import type { Metric, Rate, TrackedBrand } from '#lib/core/metric';

export const aspectsTable = defineTable({
  name: 'aspects',
  title: 'Sentiment by aspect',
  description: 'Aspects that sentences about the selected brand praise or criticize.',
  row: rowType<{
    aspect: string;
    positive: number;
    negative: number;
    praise: Rate;
    competitorPraise: Rate;
  }>(),
  columns: [
    { key: 'aspect', label: 'Aspect', value: ({ aspect }) => aspect },
    { key: 'praised', label: 'Praised', type: 'count', value: ({ positive }) => positive },
    { key: 'criticized', label: 'Criticized', type: 'count', value: ({ negative }) => negative },
    {
      key: 'praiseRate',
      label: 'Praise rate',
      description: 'Sentences that praise the brand for the aspect ÷ sentences that praise or criticize it.',
      of: 'sentences',
      rate: ({ praise }) => praise,
    },
    {
      key: 'competitorPraiseRate',
      label: 'Other brands’ praise rate',
      fileLabel: 'Competitors’ praise rate',
      description: 'Praise rate of all other tracked brands together.',
      of: 'sentences',
      rate: ({ competitorPraise }) => competitorPraise,
    },
  ],
});

export const shareOfVoiceTable = defineTable({
  name: 'share-of-voice-by-mentions',
  title: 'Share of voice by mention counts',
  description: 'Share of voice by answers and by mention counts, and how often each brand ranks first.',
  row: rowType<{
    brand: TrackedBrand;
    shareOfVoice: Metric;
    mentionShare: Rate | undefined;
    firstPlace: Metric;
  }>(),
  columns: [
    { key: 'brand', label: 'Brand', value: ({ brand }) => brand.name },
    {
      key: 'byAnswers',
      label: 'By answers',
      fileLabel: 'Share of voice, by answers',
      description:
        'Answers that mention the brand ÷ the sum, over all tracked brands, of the answers that mention each.',
      of: 'brand mentions, one per brand and answer',
      rate: ({ shareOfVoice }) => shareOfVoice,
    },
    {
      key: 'byMentions',
      label: 'By mention counts',
      fileLabel: 'Share of voice, by mention counts',
      description: 'Mentions of the brand ÷ mentions of all tracked brands.',
      of: 'mentions',
      rate: ({ mentionShare }) => mentionShare,
    },
    {
      key: 'firstPlace',
      label: 'First place',
      fileLabel: 'First-place rate',
      description: 'Answers in which the brand ranks first ÷ answers that mention it.',
      of: 'answers',
      rate: ({ firstPlace }) => firstPlace,
    },
  ],
});

export const headToHeadTable = defineTable({
  name: 'head-to-head',
  title: 'Head to head',
  description: 'The selected brand against a competitor, by prompt.',
  row: rowType<{
    prompt: string;
    answers: number;
    brandRate: Rate;
    competitorRate: Rate;
    /** The name of the competitor; pages have it as the header of its rate. */
    competitor?: string;
    mentioned: 'both' | 'only brand' | 'only competitor' | 'neither';
    lead: 'ahead' | 'behind' | 'tied' | 'too early';
  }>(),
  columns: [
    promptColumn,
    { key: 'competitor', label: 'Competitor', surfaces: ['file'], value: ({ competitor }) => competitor },
    { key: 'mentionRate', label: 'Mention rate', of: 'answers', rate: ({ brandRate }) => brandRate },
    {
      key: 'competitorMentionRate',
      label: 'Competitor mention rate',
      of: 'answers',
      rate: ({ competitorRate }) => competitorRate,
    },
    { key: 'mentioned', label: 'Brands mentioned', surfaces: ['file'], value: ({ mentioned }) => mentioned },
    { key: 'verdict', label: 'Verdict', value: ({ lead }) => lead },
    { key: 'answers', label: 'Answers', type: 'count', surfaces: ['page'], value: ({ answers }) => answers },
  ],
});

export const positionsTable = defineTable({
  name: 'positions',
  title: 'Positions',
  description: 'The number of answers by position of every tracked brand; 10 means rank 10 or later.',
  /** Pages have a row for each position, with a column for each brand. */
  row: rowType<{ position: number; brand?: TrackedBrand; answers?: number; mentioned?: number }>(),
  columns: [
    { key: 'brand', label: 'Brand', surfaces: ['file'], value: ({ brand }) => brand?.name },
    { key: 'position', label: 'Position', value: ({ position }) => position },
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
    {
      key: 'mentioned',
      label: 'Answers that mention the brand',
      type: 'count',
      surfaces: ['file'],
      value: ({ mentioned }) => mentioned,
    },
  ],
});
