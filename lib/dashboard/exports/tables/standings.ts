import { getBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import {
  changeCells,
  changeLabels,
  exact,
  meanCells,
  meanLabels,
  rateCells,
  rateLabels,
} from '#lib/dashboard/exports/rate-columns';

/** Every tracked brand against the others, the most visible first. */
export const standingsTable: ExportedTable = {
  columns: columnsOf({
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
      ...rateCells('visibility', standing.visibility),
      ...changeCells('visibility', standing.visibility.change),
      ...rateCells('share_of_voice', standing.shareOfVoice),
      ...meanCells('position', standing.position),
      ...rateCells('first_place', standing.firstPlace),
      ...rateCells('citation_rate', standing.citationRate),
      ...rateCells('citation_share', standing.citationShare),
      sentiment: exact(standing.sentiment.value),
      sentences: standing.sentiment.positive + standing.sentiment.neutral + standing.sentiment.negative,
    })),
};
