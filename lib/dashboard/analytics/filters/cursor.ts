import { type SQL, sql } from 'drizzle-orm';

/** A cursor is the instant of a page's last row to the microsecond, then the row's ID. */
const cursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Restricts rows with `requested_at` and `id` to those after a cursor; a malformed one selects the first page. */
export function isAfterCursor(cursor: string | null): SQL {
  const [instant, id] = cursor && cursorPattern.test(cursor) ? cursor.split('_') : [];
  if (!instant || !id) return sql`true`;
  return sql`requested_at <= ${instant}::timestamptz
    AND (requested_at, id) < (${instant}::timestamptz, ${id}::uuid)`;
}

/** Selects `requested_at` of a row to the microsecond (ISO 8601). */
export function selectInstant(row: string): SQL {
  return sql.raw(`to_char(${row}.requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
}

/** Selects the cursor of a row with `requested_at` and `id`. */
export function selectCursor(row: string): SQL {
  return sql`${selectInstant(row)} || '_' || ${sql.raw(row)}.id`;
}
