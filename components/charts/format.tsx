const percent0 = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });
const percent1 = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayWithWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

/** A share from 0 to 1 as "38%"; under 10% with a decimal where `fine`. */
export function percent(share: number, fine = false): string {
  return fine && share > 0 && share < 0.1 ? percent1.format(share) : percent0.format(share);
}
export function count(value: number): string {
  return whole.format(value);
}
export function decimal(value: number): string {
  return one.format(value);
}
export function shortDay(iso: string): string {
  return day.format(new Date(`${iso}T00:00:00Z`));
}
export function longDay(iso: string): string {
  return dayWithWeekday.format(new Date(`${iso}T00:00:00Z`));
}
/** "35 – 41%" */
export function percentInterval(low: number, high: number): string {
  return `${percent(low).replace('%', '')} – ${percent(high)}`;
}
/** A difference of shares as "+6 points". */
export function points(difference: number): string {
  const value = difference * 100;
  const size = Math.abs(value);
  const text = size < 10 && size > 0 ? one.format(size) : whole.format(size);
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${text} ${text === '1' || text === '1.0' ? 'point' : 'points'}`;
}
export function countryName(code: string): string {
  return regionNames.of(code) ?? code;
}
