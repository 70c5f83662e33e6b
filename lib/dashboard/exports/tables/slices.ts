import {
  type BreakdownRow,
  getCountryBreakdown,
  getEngineBreakdown,
} from '#lib/dashboard/analytics/overview/breakdown';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import {
  changeCells,
  changeLabels,
  meanCells,
  meanLabels,
  rateCells,
  rateLabels,
} from '#lib/dashboard/exports/rate-columns';

/** The labels of a slice’s columns. */
export const sliceLabels = {
  answers: 'Answers',
  ...rateLabels('visibility', 'Visibility'),
  ...changeLabels('visibility', 'Visibility'),
  ...rateLabels('share_of_voice', 'Share of voice'),
  ...meanLabels('position', 'Position'),
  ...rateLabels('citation_rate', 'Citation rate'),
  ...rateLabels('trigger_rate', 'Trigger rate'),
};

/** A slice’s cells, under the keys of `sliceLabels`. */
export function sliceCells(slice: BreakdownRow): ExportedRow {
  return {
    answers: slice.answers,
    ...rateCells('visibility', slice.visibility),
    ...changeCells('visibility', slice.visibility.change),
    ...rateCells('share_of_voice', slice.shareOfVoice),
    ...meanCells('position', slice.position),
    ...rateCells('citation_rate', slice.citationRate),
    ...rateCells('trigger_rate', slice.triggerRate),
  };
}

/** The brand looked at, by engine. */
export const byEngineTable: ExportedTable = {
  columns: columnsOf({ engine: 'Engine', ...sliceLabels }),
  rows: async (context, filters) =>
    (await getEngineBreakdown(context, filters)).map((slice) => ({
      engine: slice.engine,
      ...sliceCells(slice),
    })),
};

/** The same by country. */
export const byCountryTable: ExportedTable = {
  columns: columnsOf({ country: 'Country', ...sliceLabels }),
  rows: async (context, filters) =>
    (await getCountryBreakdown(context, filters)).map((slice) => ({
      country: slice.country,
      ...sliceCells(slice),
    })),
};
