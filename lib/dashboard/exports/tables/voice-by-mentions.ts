import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** Share of voice counted by answers and by mentions, and how often each brand comes first. */
export const voiceByMentionsTable: ExportedTable = {
  columns: columnsOf({
    brand: 'Brand',
    ...rateLabels('by_answers', 'Share of voice, by answers'),
    ...rateLabels('by_mentions', 'Share of voice, by mention counts'),
    ...rateLabels('first_place', 'First-place rate'),
  }),
  async rows(context, filters) {
    const { brandMetrics, mentionShares } = await getCompetitors(context, filters);
    return brandMetrics.map(({ brand, shareOfVoice, firstPlace }) => ({
      brand: brand.name,
      ...rateCells('by_answers', shareOfVoice),
      ...rateCells('by_mentions', mentionShares.find((one) => one.brand.id === brand.id)?.share ?? null),
      ...rateCells('first_place', firstPlace),
    }));
  },
};
