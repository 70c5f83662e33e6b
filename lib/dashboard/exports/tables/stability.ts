import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { exact } from '#lib/dashboard/exports/rate-columns';

/** How much of what is cited stays the same from day to day, over all engines and by engine. */
export const stabilityTable: ExportedTable = {
  columns: columnsOf({ engine: 'Engine', stability: 'Stability (0 to 100)', days: 'Days with citations' }),
  async rows(context, filters) {
    const { overall, byEngine } = await getStability(context, filters);
    return [{ engine: 'all', ...overall }, ...byEngine].map(({ engine, value, days }) => ({
      engine,
      stability: exact(value),
      days,
    }));
  },
};
