/** The calendar month (UTC) credits belong to, by its first day, such as `2026-11-01`. */
export function monthOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 7)}-01`;
}

/** When the next month begins and the credits of this one lapse. */
export function nextMonthOf(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));
}
