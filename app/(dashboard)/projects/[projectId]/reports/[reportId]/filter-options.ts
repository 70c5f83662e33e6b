import { calendarPeriods } from '#lib/core/time';
import type { SavedView } from '#lib/dashboard/saved-views/saved-views';

const presets = [
  { filters: 'days=7', label: 'Last 7 days' },
  { filters: '', label: 'Last 28 days' },
  { filters: 'days=56', label: 'Last 56 days' },
  { filters: 'days=91', label: 'Last 91 days' },
  ...Object.entries(calendarPeriods).map(([name, { label }]) => ({ filters: `period=${name}`, label })),
];

/** Lists the filters that a report can use: its current ones, periods relative to today, and saved views. */
export function listFilterOptions(
  current: string,
  views: readonly SavedView[],
): { filters: string; label: string }[] {
  const options = [
    ...presets,
    ...views.map(({ name, query }) => ({ filters: query, label: `Saved view “${name}”` })),
  ];
  const known = options.find(({ filters }) => filters === current);
  return [
    known ?? { filters: current, label: 'Current filters' },
    ...options.filter(({ filters }) => filters !== current),
  ];
}
