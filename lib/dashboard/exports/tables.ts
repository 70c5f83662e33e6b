import type { ExportedTable } from '#lib/dashboard/exports/exported-table';
import { answersTable } from '#lib/dashboard/exports/tables/answers';
import { byEngineAndCountryTable } from '#lib/dashboard/exports/tables/by-engine-and-country';
import { experimentByDayTable, experimentsTable } from '#lib/dashboard/exports/tables/experiments';
import { fanOutByPromptTable, fanOutTable } from '#lib/dashboard/exports/tables/fan-out';
import { headlineTable } from '#lib/dashboard/exports/tables/headline';
import { shareOfVoiceOverTimeTable, visibilityOverTimeTable } from '#lib/dashboard/exports/tables/over-time';
import { byCountryTable, byEngineTable } from '#lib/dashboard/exports/tables/slices';
import { standingsTable } from '#lib/dashboard/exports/tables/standings';
import { topSourcesTable } from '#lib/dashboard/exports/tables/top-sources';

/** Every table and chart that can be taken away as a file, by the name it has in the address. */
export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  Object.entries({
    headline: headlineTable,
    'visibility-over-time': visibilityOverTimeTable,
    'share-of-voice-over-time': shareOfVoiceOverTimeTable,
    'by-engine': byEngineTable,
    'by-country': byCountryTable,
    'by-engine-and-country': byEngineAndCountryTable,
    standings: standingsTable,
    sources: topSourcesTable,
    answers: answersTable,
    experiments: experimentsTable,
    'experiment-by-day': experimentByDayTable,
    'fan-out': fanOutTable,
    'fan-out-by-prompt': fanOutByPromptTable,
  }),
);
