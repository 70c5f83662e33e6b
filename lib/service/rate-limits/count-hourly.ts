import type { Database } from '#lib/db/client';

/** A fixed window of one hour. */
export interface HourlyWindow {
  /** Requests counted in it, this one too. */
  requests: number;
  /** When it ends, in Unix seconds. */
  endsAt: number;
}

/** As `admit` counts the second: the row is locked before the hour is read. */
const statement = `
  INSERT INTO rate_limit_windows AS w (organization_id, kind, started_at, requests)
  VALUES ($1, 'hour', date_trunc('hour', clock_timestamp(), 'UTC'), 1)
  ON CONFLICT (organization_id, kind) DO UPDATE SET (started_at, requests) = (
    SELECT greatest(w.started_at, present.hour), CASE WHEN w.started_at < present.hour THEN 1 ELSE w.requests + 1 END
    FROM (SELECT date_trunc('hour', clock_timestamp(), 'UTC') AS hour OFFSET 0) AS present
  )
  RETURNING requests, extract(epoch FROM started_at + interval '1 hour')::int AS "endsAt"`;

/** Counts a request in the organization's present hour, by the database's clock. One round trip. */
export async function countHourlyRequest(db: Database, organizationId: string): Promise<HourlyWindow> {
  const { rows } = await db.$client.query<HourlyWindow>({
    name: 'count-hourly-request',
    text: statement,
    values: [organizationId],
  });
  const window = rows[0];
  if (!window) throw new Error('A request was not counted in its hour.');
  return window;
}
