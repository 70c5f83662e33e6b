import type { UsageSeries } from '#lib/charts/usage-chart';
import { getEngineName } from '#lib/contract/engines';
import type { Period } from '#lib/core/time';
import { listProjectUsage } from '#lib/dashboard/runs/project-usage';
import type { Context } from '#lib/db/context';
import { getUsageByDay, sumCredits, type UsageByDay } from '#lib/service/usage/usage-by-day';

/** The credits charged on each day of a period, grouped by engine, API key or project; the largest group first. */
export interface GroupedUsage {
  days: string[];
  groups: UsageSeries[];
  total: number;
}

/** Loads the credits charged per day and group. */
export async function loadUsage(
  context: Context,
  { from, to, by }: Period & { by: 'engine' | 'key' | 'project' },
): Promise<GroupedUsage> {
  const groupBy = by === 'key' ? 'key' : 'engine';
  const usage = await getUsageByDay(context, { from, to, groupBy });
  const { days } = usage;
  const total = usage.groups.reduce((sum, group) => sum + sumCredits(group), 0);
  if (by === 'project') return { days, groups: await loadProjectGroups(context, usage), total };
  const groups = usage.groups.map(({ id, name, credits }) => ({
    id: id ?? 'unknown',
    name: getGroupName(by, { id, name }),
    credits,
  }));
  return { days, groups, total };
}

function getGroupName(
  by: 'engine' | 'key',
  { id, name }: { id: string | null; name: string | null },
): string {
  if (id === null) return 'Not recorded';
  if (by === 'engine') return getEngineName(id);
  return name ?? 'Deleted key';
}

/**
 * Groups credits by the project of their run. The service does not know projects; credits that belong to no run were
 * used through the API.
 */
async function loadProjectGroups(context: Context, { days, groups }: UsageByDay): Promise<UsageSeries[]> {
  const period = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const projects = (await listProjectUsage(context, period)).map(({ projectId, name, credits }) => ({
    id: projectId,
    name: name ?? 'Deleted project',
    credits,
  }));
  const sumDay = (series: readonly { credits: readonly number[] }[], index: number) =>
    series.reduce((sum, { credits }) => sum + (credits[index] ?? 0), 0);
  const api = days.map((_, index) => Math.max(0, sumDay(groups, index) - sumDay(projects, index)));
  return [...projects, { id: 'api', name: 'API', credits: api }]
    .filter((group) => sumCredits(group) > 0)
    .toSorted((a, b) => sumCredits(b) - sumCredits(a));
}
