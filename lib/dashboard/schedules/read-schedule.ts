/** Columns of `schedules` under the names of `Schedule`. */
export const scheduleColumns = `id, project_id AS "projectId", engines, countries, samples, add_ons AS "addOns",
  cadence, time_zone AS "timeZone", hour, weekday, enabled, next_run_at AS "nextRunAt"`;
