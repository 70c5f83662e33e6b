import { type Database, defineStatement, runStatement } from '#lib/db/client';

/** A fixed window of one hour. */
export interface HourlyWindow {
  /** Requests counted in it, including this one. */
  requests: number;
  /** Unix seconds. */
  endsAt: number;
}

/** As in `authenticateRequest`, the row is locked before the clock is read. */
const countStatement = defineStatement<HourlyWindow>({
  name: 'count-hourly-request',
  columns: { requests: 'int4', endsAt: 'int4' },
  text: `
    INSERT INTO rate_limit_windows AS w (organization_id, kind, started_at, requests)
    VALUES ($1, 'hour', date_trunc('hour', clock_timestamp(), 'UTC'), 1)
    ON CONFLICT (organization_id, kind) DO UPDATE SET (started_at, requests) = (
      SELECT greatest(w.started_at, clock.hour),
        CASE WHEN w.started_at < clock.hour THEN 1 ELSE w.requests + 1 END
      FROM (SELECT date_trunc('hour', clock_timestamp(), 'UTC') AS hour OFFSET 0) AS clock
    )
    RETURNING requests, extract(epoch FROM started_at + interval '1 hour')::int AS "endsAt"`,
});

/** Counts a request in the organization's current hour. One round trip. */
export async function countHourlyRequest(db: Database, organizationId: string): Promise<HourlyWindow> {
  const [window] = await runStatement(db, countStatement, [organizationId]);
  if (!window) throw new Error('The database returned no row for the hourly window.');
  return window;
}
