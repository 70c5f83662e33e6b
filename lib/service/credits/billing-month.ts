/** Returns the first day of the billing month (UTC), such as `2026-11-01`. */
export function getBillingMonth(instant: Date): string {
  return `${instant.toISOString().slice(0, 7)}-01`;
}

/** Returns when the next billing month begins and the credits of this one expire. */
export function getNextMonthStart(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));
}
