import { exportAnswers } from '#lib/dashboard/exports/exported-answers';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';

/** Every answer of the view whole, newest first. */
export const answersTable: ExportedTable = {
  columns: columnsOf({
    id: 'Id',
    requested_at: 'Asked at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    model: 'Model',
    brands: 'Brands, by rank',
    text: 'Answer',
    sources: 'Sources, cited ones first',
    searches: 'The engine’s own searches',
  }),
  rows: exportAnswers,
};
