/** Formats an instant in the browser's time zone for a `datetime-local` input: "2026-11-24T08:30". */
export function formatLocalTime(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
