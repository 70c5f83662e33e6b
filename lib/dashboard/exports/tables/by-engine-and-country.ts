import { getEngineCountryVisibility } from '#lib/dashboard/analytics/overview/breakdown';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { changeCells, changeLabels, rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** The visibility of the brand looked at, by engine and country together. */
export const byEngineAndCountryTable: ExportedTable = {
  columns: columnsOf({
    engine: 'Engine',
    country: 'Country',
    ...rateLabels('visibility', 'Visibility'),
    ...changeLabels('visibility', 'Visibility'),
  }),
  rows: async (context, filters) =>
    (await getEngineCountryVisibility(context, filters)).map(({ engine, country, visibility }) => ({
      engine,
      country,
      ...rateCells('visibility', visibility),
      ...changeCells('visibility', visibility.change),
    })),
};
