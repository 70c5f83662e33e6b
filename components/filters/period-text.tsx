const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayMonthYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "25 Oct – 21 Nov 2026"; the year of the first day only where it differs. */
export function periodText(from: string, to: string): string {
  const start = new Date(`${from}T00:00:00Z`);
  const end = new Date(`${to}T00:00:00Z`);
  if (from === to) return dayMonthYear.format(end);
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayMonth : dayMonthYear;
  return `${first.format(start)} – ${dayMonthYear.format(end)}`;
}
