import { exportAnswers } from '#lib/dashboard/exports/exported-answers';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';

/** Every matching answer in full, newest first. */
export const answersTable: ExportedTable = {
  columns: columnsOf({
    id: 'ID',
    requested_at: 'Requested at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    model: 'Model',
    brands: 'Brands, by rank',
    text: 'Answer',
    sources: 'Sources, cited ones first',
    searches: 'Search queries of the engine',
  }),
  rows: exportAnswers,
};
