import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import { isStorableText } from '#lib/core/text';
import { countDays, isDay } from '#lib/core/time';
import { validationError } from '#lib/core/validation';
import { maxDays } from '#lib/dashboard/analytics/filters/metric-filters';

/** The position at which the next page starts. */
const cursorSchema = z.strictObject({
  /** Identifies the request, so that a cursor is not used with other filters. */
  fingerprint: z.string(),
  /** The period of the first page, which must not move at midnight. */
  from: z.string().refine(isDay).optional(),
  to: z.string().refine(isDay).optional(),
  /** The ID of the last row of the previous page. */
  after: z.string().refine(isStorableText),
  /** Detects changes of the cursor; missing in cursors that earlier versions created. */
  checksum: z.string().optional(),
});
export type Cursor = Omit<z.infer<typeof cursorSchema>, 'fingerprint' | 'checksum'>;

type Query = Record<string, unknown>;

/** Returns the opaque text of a cursor. @param query the request whose next page it selects */
export function formatCursor(query: Query, cursor: Cursor): string {
  const content = { ...cursor, fingerprint: getFingerprint(query) };
  return Buffer.from(JSON.stringify({ ...content, checksum: hashFields(content) })).toString('base64url');
}

/** Returns the cursor of a request; undefined for the first page. @throws ServiceError VALIDATION_ERROR */
export function parseCursor(query: Query & { cursor?: string | undefined }): Cursor | undefined {
  if (query.cursor === undefined) return undefined;
  const parsed = cursorSchema.safeParse(decodeCursor(query.cursor));
  if (!parsed.success) throw invalidCursor();
  const { checksum, ...content } = parsed.data;
  const isUnchanged = checksum === undefined || checksum === hashFields(content);
  if (!isUnchanged || !hasValidPeriod(content) || content.fingerprint !== getFingerprint(query)) {
    throw invalidCursor();
  }
  return content;
}

function hasValidPeriod({ from, to }: Cursor): boolean {
  if (from === undefined || to === undefined) return from === to;
  const days = countDays(from, to);
  return days >= 1 && days <= maxDays;
}

export function invalidCursor() {
  const message =
    'This cursor is invalid or belongs to a request with other parameters. Send the nextCursor of the previous page with the same parameters, or no cursor to start again';
  return validationError([{ field: 'cursor', message }]);
}

function decodeCursor(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer ignores what is not base64url.
  if (bytes.toString('base64url') !== cursor) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Identifies a request by its parameters, except `cursor` and `limit`. */
function getFingerprint({ cursor: _cursor, limit: _limit, ...query }: Query): string {
  return hashFields(query);
}

/** Hashes the fields of an object, in any order, without undefined ones. */
function hashFields(fields: object): string {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return sha256(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toString('base64url')
    .slice(0, 16);
}

/**
 * Returns the rows of one page and the ID of its last row, if more follow.
 * @throws ServiceError VALIDATION_ERROR if no row has the ID `after`
 */
export function paginate<T>(
  rows: readonly T[],
  getId: (row: T) => string,
  { after, limit }: { after: string | undefined; limit: number },
): { rows: T[]; last: string | undefined } {
  const position = after === undefined ? -1 : rows.findIndex((row) => getId(row) === after);
  if (after !== undefined && position < 0) throw invalidCursor();
  const shown = rows.slice(position + 1, position + 1 + limit);
  const final = shown.at(-1);
  const hasMore = position + 1 + limit < rows.length;
  return { rows: shown, last: hasMore && final !== undefined ? getId(final) : undefined };
}
