import type { MarketDocument } from '#lib/sandbox/market/document';
import type { Moment } from '#lib/sandbox/moment';

const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** When a page was last brought up to date, as the search engine writes it: "5 hours ago", "Nov 3, 2026". */
export function whenOf(document: MarketDocument, moment: Moment): string {
  const days = moment.age(document);
  if (days < 1) return ago(Math.max(1, Math.floor(days * 24)), 'hour');
  if (days < 7) return ago(Math.floor(days), 'day');
  if (days < 28) return ago(Math.floor(days / 7), 'week');
  return dateOf(new Date((moment.day - days) * dayMs));
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** A day as "Nov 3, 2026", in UTC. */
function dateOf(date: Date): string {
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
