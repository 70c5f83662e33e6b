/** Where a page of a list ends: the instant to the microsecond, then the row's id. */
const cursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A cursor's instant and id as values of a statement; two nulls for anything else: the first page. */
export function parseCursor(cursor: string | null): [instant: string | null, id: string | null] {
  const [instant = null, id = null] = cursor && cursorPattern.test(cursor) ? cursor.split('_') : [];
  return [instant, id];
}

/** When a row with `requested_at` was asked, to the microsecond (ISO 8601), as SQL. */
export function instantSql(row: string): string {
  return `to_char(${row}.requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The cursor of a row with `requested_at` and `id`, as SQL. */
export function cursorSql(row: string): string {
  return `${instantSql(row)} || '_' || ${row}.id`;
}
