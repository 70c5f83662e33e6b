import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Disclosure } from '#lib/contract/disclosure';
import { requirePermission } from '#lib/core/permissions';
import { validationError } from '#lib/core/validation';
import { getAnswerContent } from '#lib/dashboard/analytics/answers/get-answer';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { readDisclosure } from '#lib/dashboard/disclosure/disclosure';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import {
  getTableKey,
  getTableParameters,
  listReportTables,
  type ReportTable,
} from '#lib/dashboard/reports/report-blocks';
import { loadReportData, type ReportData } from '#lib/dashboard/reports/report-data';
import { getReport, type Report, reportKey, reportNotFound } from '#lib/dashboard/reports/reports';
import { restoreVerdicts } from '#lib/dashboard/reports/restore-verdicts';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { reports } from '#lib/db/schema/reports';
import { defineOperation } from '#lib/operations/define-operation';

type AnswerContent = NonNullable<Awaited<ReturnType<typeof getAnswerContent>>>;

/** The content of a frozen report. Later rescorings, renames and deletions do not change it. */
export interface FrozenReport {
  data: ReportData;
  /** The definitions of its metrics. */
  definitions: { metric: string; description: string }[];
  /** The first 1,000 rows of each of its tables, by the table's key, without notes and experiments. */
  tables: Record<string, ExportedRow[]>;
  /**
   * The same rows with notes and experiments, only for tables that contain any. Reports frozen by the earliest versions
   * have none.
   */
  tablesWithNotes?: Record<string, ExportedRow[]>;
  /** The answers it shows, by ID. */
  answers: Record<string, AnswerContent>;
  /** All of its disclosure, also what viewers do not see. Reports frozen by earlier versions have none. */
  disclosure?: Disclosure;
}

const maxTableRows = 1_000;

/**
 * Stores the data of a live report, which the report shows from then on.
 * @param listDefinitions describes the metrics of the data
 * @param listMethods describes them for the disclosure
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is frozen or has just been changed
 */
export async function storeFrozenReport(
  context: Context,
  {
    projectId,
    reportId,
    listDefinitions,
    listMethods,
  }: {
    projectId: string;
    reportId: string;
    listDefinitions: (data: ReportData) => FrozenReport['definitions'];
    listMethods: (data: ReportData) => Disclosure['methods'];
  },
): Promise<void> {
  requirePermission(context.actor, 'reports.edit');
  const report = await getReport(context, { projectId, reportId });
  const frozen = await withMetricsTransaction(context, async (tx): Promise<FrozenReport> => {
    const filters = parseReportFilters(report, {}, tx.clock);
    const data = await loadReportData(tx, { filters, blocks: report.blocks });
    return {
      data,
      definitions: listDefinitions(data),
      ...(await readTables(tx, report, data)),
      answers: await readAnswers(tx, data),
      disclosure: await readDisclosure(tx, {
        filters,
        headline: data.overview.headline,
        methods: listMethods(data),
      }),
    };
  });
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const { revision } = report;
    const changed = await db
      .update(reports)
      .set({ frozenAt: frozen.data.asOf, frozenData: frozen, revision: revision + 1 })
      .where(hasValues(reports, { organizationId, projectId, id: reportId, revision, frozenAt: null }))
      .returning({ id: reports.id });
    if (changed.length === 0) {
      throw validationError([
        { field: '', message: 'The report has just been changed or frozen. Reload the page and try again.' },
      ]);
    }
    await recordAudit(tx, {
      action: 'report.frozen',
      projectId,
      target: report.name,
      targetId: reportId,
    });
  });
}

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const unfreezeReport = defineOperation({
  name: 'reports.unfreeze',
  title: 'Unfreeze a report',
  description: 'Makes a frozen report live again, and deletes its stored numbers and answers.',
  permission: 'reports.edit',
  effect: 'delete',
  input: z.object(reportKey),
  audit: ['report.unfrozen'],
  async run(context, { projectId, reportId }) {
    const { name } = await getReport(context, { projectId, reportId });
    const { db, organizationId } = context;
    await db
      .update(reports)
      .set({ frozenAt: null, frozenData: null, revision: sql`${reports.revision} + 1` })
      .where(hasValues(reports, { organizationId, projectId, id: reportId }));
    await context.audit({ target: name, targetId: reportId });
  },
});

/** Reads the rows of the report's tables as viewers of its share links would export them. */
async function readTables(
  context: Context,
  { id, blocks }: Report,
  { filters, annotations }: ReportData,
): Promise<Required<Pick<FrozenReport, 'tables' | 'tablesWithNotes'>>> {
  // The report is not read through a share link, so `shareId` is set to the ID of the report.
  const viewer = { kind: 'share', shareId: id, reportId: id, allowsDownloads: true } as const;
  const hasNotes = annotations.some(({ kind }) => kind === 'note' || kind === 'experiment');
  const tables: FrozenReport['tables'] = {};
  const tablesWithNotes: FrozenReport['tables'] = {};
  for (const table of listReportTables(blocks)) {
    const key = getTableKey(table);
    const read = (showsNotes: boolean) =>
      readRows({ ...context, actor: { ...viewer, showsNotes } }, filters, table);
    const rows = await read(false);
    tables[key] = rows;
    const canHaveNotes = exportedTables
      .get(table.name)
      ?.columns.some((column) => column.key === 'annotations');
    if (!hasNotes || !canHaveNotes) continue;
    const rowsWithNotes = await read(true);
    if (!isDeepStrictEqual(rowsWithNotes, rows)) tablesWithNotes[key] = rowsWithNotes;
  }
  return { tables, tablesWithNotes };
}

async function readRows(
  context: Context,
  filters: MetricFilters,
  table: ReportTable,
): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  const all = await exportedTables.get(table.name)?.rows(context, filters, getTableParameters(table));
  for await (const row of all ?? []) {
    rows.push(row);
    if (rows.length >= maxTableRows) break;
  }
  return rows;
}

/** Number of latest answers that a report shows. */
const maxAnswers = 8;

async function readAnswers(context: Context, data: ReportData): Promise<FrozenReport['answers']> {
  const { projectId } = data.filters;
  const latest = data.overview.latestAnswers.answers.slice(0, maxAnswers).map(({ id }) => id);
  const answers: FrozenReport['answers'] = {};
  for (const answerId of new Set([...latest, ...Object.keys(data.quotes)])) {
    const content = await getAnswerContent(context, { projectId, answerId });
    if (content) answers[answerId] = content;
  }
  return answers;
}

/** The keys of dates in the stored JSON. */
const dateKeys = new Set(['asOf', 'requestedAt', 'expiresAt']);

/** Keys in reports that earlier versions froze, with their current names. */
const renamedKeys = {
  annotatedTables: 'tablesWithNotes',
  conversion: 'citedWhenListed',
  everywhereCount: 'missingOnAllEnginesCount',
  isEverywhere: 'isMissingOnAllEngines',
};

/** Restores a value of the stored JSON: parses dates, renames keys and converts verdicts. */
function restoreValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return dateKeys.has(key) ? new Date(value) : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as Record<string, unknown>;
  for (const [former, current] of Object.entries(renamedKeys)) {
    if (!(former in object)) continue;
    object[current] = object[former];
    delete object[former];
  }
  return restoreVerdicts(object);
}

/** Restores stored filters. Reports that earlier versions froze have UTC days and no time zone. */
function restoreFilters(filters: MetricFilters): MetricFilters {
  return { ...filters, timeZone: filters.timeZone ?? 'UTC' };
}

/** Returns the filters of a frozen report without reading the rest; undefined for a live one. */
export async function getFrozenFilters(
  context: Context,
  { projectId, id, frozenAt }: Pick<Report, 'projectId' | 'id' | 'frozenAt'>,
): Promise<MetricFilters | undefined> {
  if (!frozenAt) return undefined;
  const [row] = await withOrganization(context, ({ db, organizationId }) =>
    queryRows<{ filters: MetricFilters | null }>(
      db,
      sql`SELECT frozen_data->'data'->'filters' AS filters FROM reports
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND id = ${id}`,
    ),
  );
  return row?.filters ? restoreFilters(row.filters) : undefined;
}

/** Returns the stored data of a frozen report; undefined for a live one. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getFrozenReport(
  context: Context,
  { projectId, id, frozenAt }: Pick<Report, 'projectId' | 'id' | 'frozenAt'>,
): Promise<FrozenReport | undefined> {
  if (!frozenAt) return undefined;
  const [row] = await withOrganization(context, ({ db, organizationId }) =>
    queryRows<{ frozen: string | null }>(
      db,
      sql`SELECT frozen_data::text AS frozen FROM reports
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND id = ${id}`,
    ),
  );
  if (!row) throw reportNotFound();
  if (row.frozen === null) return undefined;
  const frozen: FrozenReport = JSON.parse(row.frozen, restoreValue);
  return { ...frozen, data: { ...frozen.data, filters: restoreFilters(frozen.data.filters) } };
}
