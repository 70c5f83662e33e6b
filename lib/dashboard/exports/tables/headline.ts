import { getInterval } from '#lib/core/metric';
import { getHeadline } from '#lib/dashboard/analytics/overview/headline';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { changeCells, changeLabels, exact } from '#lib/dashboard/exports/rate-columns';

/** The headline figures, a row each. */
export const headlineTable: ExportedTable = {
  columns: columnsOf({
    figure: 'Figure',
    brand: 'Brand',
    value: 'Value',
    low: '95% interval from',
    high: '95% interval to',
    numerator: 'Counted',
    denominator: 'Of',
    grade: 'Grade',
    ...changeLabels('value', 'Value'),
  }),
  async rows(context, filters) {
    const facts = await getHeadline(context, filters);
    const { position, sentiment, brand } = facts;
    const rates = {
      Visibility: facts.visibility,
      'Share of voice': facts.shareOfVoice,
      'First-place rate': facts.firstPlace,
      'Citation rate': facts.citationRate,
      'Citation share': facts.citationShare,
    };
    return [
      ...Object.entries(rates).map(([figure, rate]) => ({
        figure,
        brand: brand.name,
        value: exact(rate.value),
        low: exact(getInterval(rate)?.low),
        high: exact(getInterval(rate)?.high),
        numerator: rate.numerator,
        denominator: rate.denominator,
        grade: rate.grade,
        ...changeCells('value', rate.change),
      })),
      {
        figure: 'Position',
        brand: brand.name,
        value: exact(position.mean),
        low: exact(position.clusteredInterval?.low),
        high: exact(position.clusteredInterval?.high),
        numerator: null,
        denominator: position.answers,
        grade: position.grade,
        ...changeCells('value', position.change),
      },
      {
        figure: 'Sentiment',
        brand: brand.name,
        value: exact(sentiment.value),
        low: exact(sentiment.clusteredInterval?.low),
        high: exact(sentiment.clusteredInterval?.high),
        numerator: sentiment.positive - sentiment.negative,
        denominator: sentiment.positive + sentiment.neutral + sentiment.negative,
        grade: sentiment.grade,
        ...changeCells('value', sentiment.change),
      },
    ];
  },
};
