import { stringify } from 'csv-stringify/sync';
import { accepts } from 'hono/accepts';
import { z } from 'zod';
import { listFilters, pageFilters } from '#lib/contract/filters/page-filters';
import { describeSchema, isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import type { Route } from '#lib/contract/service-routes';
import { formatContentDisposition, formatFileName, labelList } from '#lib/core/file-name';
import { toUtcDay } from '#lib/core/time';
import type { V1Context } from '#lib/http/request-context';

const pageSchema = z.object({
  nextCursor: z.string().nullable(),
  project: z.object({ name: z.string() }).optional(),
  brand: z.object({ name: z.string(), role: z.string() }).optional(),
  period: z.object({ from: z.string(), to: z.string() }).optional(),
});
type RowsPage = z.output<typeof pageSchema>;

/**
 * Returns the body of a response with rows: CSV if the client prefers it, otherwise JSON. Sets the headers for the
 * content type, the file name of a CSV and the cursor of the next page.
 */
export function serializeRows(
  c: V1Context,
  { route, output, json }: { route: Route; output: unknown; json: string },
): string {
  const { responseHeaders } = c.get('request');
  responseHeaders.set('Vary', 'Accept');
  const page = pageSchema.parse(output);
  const { nextCursor } = page;
  if (nextCursor !== null) responseHeaders.set('X-Next-Cursor', nextCursor);
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/csv'],
    default: 'application/json',
  });
  if (type === 'application/json') return json;
  responseHeaders.set('Content-Type', 'text/csv; charset=utf-8');
  // Not `attachment`, because some tools save such a response as a file instead of reading it.
  responseHeaders.set('Content-Disposition', formatContentDisposition('inline', nameCsv(c, route, page)));
  return formatCsvRows(route, output);
}

/** The parameters of `/v1/metrics` whose values are in file names, besides the filters that select several values. */
const textParameters = ['by', 'interval', 'kind', 'type', 'search', 'searchQuery', 'cites', 'lists'];
/** Filters by ID, which file names contain only as “filtered”. */
const idParameters = [
  'prompt',
  'mentioned',
  'unmentioned',
  'rankedFirst',
  'missingBrand',
  'citesBrand',
  'run',
];

/** Names a CSV by its project, endpoint, period and filters: "kayaks breakdown 2026-03-01 to 2026-03-10 topic chat.csv". */
function nameCsv(c: V1Context, { path }: Route, { project, brand, period }: RowsPage): string {
  const { query } = c.get('input');
  const today = toUtcDay(c.get('request').receivedAt);
  const getValues = (name: string) => [query[name] ?? []].flat();
  return formatFileName({
    subject: project?.name ?? '',
    table: path.replace('/v1/metrics/', ''),
    period: period ?? { from: today, to: today },
    labels: [
      ...textParameters.flatMap(getValues),
      ...listFilters.flatMap((name) => {
        const { key, plural } = pageFilters[name];
        return name === 'promptIds' ? [] : labelList(getValues(key), plural);
      }),
      brand?.role === 'competitor' ? brand.name : '',
      ...getValues('branded').map((branded) => (branded === 'without' ? '' : `${branded} branded`)),
      idParameters.some((name) => getValues(name).length > 0) ? 'filtered' : '',
    ],
    extension: 'csv',
  });
}

/** A column of a CSV file: the path to its value in a row. */
type Column = readonly string[];

const columnsByRoute = new Map<Route, Column[]>();

/**
 * Formats the rows in `data` as CSV (RFC 4180). The names of nested fields are joined by `_`, lists are JSON, null is
 * empty. Text that a spreadsheet would read as a formula is prefixed with an apostrophe (OWASP, "CSV injection").
 */
function formatCsvRows(route: Route, output: unknown): string {
  const columns = columnsByRoute.get(route) ?? listColumns(route);
  columnsByRoute.set(route, columns);
  const rows = isRecord(output) && Array.isArray(output.data) ? output.data : [];
  return stringify(
    rows.map((row) => columns.map((path) => readCell(row, path))),
    {
      header: true,
      columns: columns.map((path) => path.join('_')),
      cast: { boolean: String },
      escape_formulas: true,
      record_delimiter: 'windows',
    },
  );
}

/** Lists the columns that the schema of a row has, so that a file without rows has them too. */
function listColumns({ output }: Route): Column[] {
  const { properties } = describeSchema(output, 'output');
  const data = isObject(properties) ? properties.data : undefined;
  return listPaths(isObject(data) ? data.items : undefined);
}

function listPaths(schema: Json | undefined, path: Column = []): Column[] {
  const properties = findProperties(schema);
  if (!properties) return [path];
  return Object.entries(properties).flatMap(([name, field]) => listPaths(field, [...path, name]));
}

/** Returns the properties that a schema defines for an object, including one that can be null. */
function findProperties(schema: Json | undefined): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  if (isObject(schema.properties)) return schema.properties;
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return branches.map(findProperties).find((properties) => properties !== undefined);
}

function readCell(row: unknown, path: Column): string | number | boolean | null {
  const value = path.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : null), row) ?? null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value;
  return value === null ? null : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
