import type { ExportedTable } from '#lib/dashboard/exports/exported-table';
import { answersTable, failedTable, promptsTable } from '#lib/dashboard/exports/tables/answers';
import {
  brandMetricsTable,
  citationGapsTable,
  headToHeadTable,
  mentionGapsTable,
  positionsTable,
  voiceByMentionsTable,
} from '#lib/dashboard/exports/tables/competitors';
import {
  domainEnginesTable,
  domainOverTimeTable,
  domainPagesTable,
  domainPromptsTable,
} from '#lib/dashboard/exports/tables/domain';
import { experimentByDayTable, experimentsTable } from '#lib/dashboard/exports/tables/experiments';
import { fanOutByPromptTable, fanOutEnginesTable, fanOutTable } from '#lib/dashboard/exports/tables/fan-out';
import {
  byCountryTable,
  byEngineAndCountryTable,
  byEngineTable,
  headlineTable,
  shareOfVoiceOverTimeTable,
  visibilityOverTimeTable,
} from '#lib/dashboard/exports/tables/overview';
import { runFailuresTable, runPartsTable, runsTable } from '#lib/dashboard/exports/tables/runs';
import {
  sourceFlowTable,
  sourceGapsTable,
  sourceTypesTable,
  stabilityTable,
  topSourcesTable,
} from '#lib/dashboard/exports/tables/sources';

/** All tables and charts that can be exported, by their name in the URL. */
export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  Object.entries({
    headline: headlineTable,
    'visibility-over-time': visibilityOverTimeTable,
    'share-of-voice-over-time': shareOfVoiceOverTimeTable,
    'by-engine': byEngineTable,
    'by-country': byCountryTable,
    'by-engine-and-country': byEngineAndCountryTable,
    standings: brandMetricsTable,
    sources: topSourcesTable,
    'source-types': sourceTypesTable,
    'source-gaps': sourceGapsTable,
    'source-flow': sourceFlowTable,
    stability: stabilityTable,
    'domain-over-time': domainOverTimeTable,
    'domain-engines': domainEnginesTable,
    'domain-prompts': domainPromptsTable,
    'domain-pages': domainPagesTable,
    'head-to-head': headToHeadTable,
    'mention-gaps': mentionGapsTable,
    'citation-gaps': citationGapsTable,
    positions: positionsTable,
    'voice-by-mentions': voiceByMentionsTable,
    prompts: promptsTable,
    answers: answersTable,
    failed: failedTable,
    experiments: experimentsTable,
    'experiment-by-day': experimentByDayTable,
    'fan-out': fanOutTable,
    'fan-out-by-prompt': fanOutByPromptTable,
    'fan-out-engines': fanOutEnginesTable,
    runs: runsTable,
    'run-parts': runPartsTable,
    'run-failures': runFailuresTable,
  }),
);
