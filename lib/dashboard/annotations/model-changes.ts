import { addDays, type Period } from '#lib/core/time';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import {
  type FoundModelChange,
  findModelChanges,
} from '#lib/dashboard/statistics/changes/find-model-changes';
import type { Context } from '#lib/db/context';

/** A change of the models that an engine serves. */
export interface ModelChange extends FoundModelChange {
  engine: string;
}

/** Number of days before a period whose models are compared with it: half a year, so that weekly runs are enough. */
const lookBackDays = 182;
/** Number of days after a period whose answers can make a change in it certain. */
const lookAheadDays = 28;

/** Lists the changes of models in a period and up to half a year before it, oldest first (`findModelChanges`). */
export async function listModelChanges(
  context: Context,
  { projectId, engines }: { projectId: string; engines: string[] },
  { from, to }: Period,
): Promise<ModelChange[]> {
  const { models } = await readCounts(context, {
    models: {
      of: 'models',
      by: ['day', 'engine', 'model'],
      counts: ['answers'],
      filters: { ...noFilters, projectId, engines },
      periods: { read: { from: addDays(from, -lookBackDays), to: addDays(to, lookAheadDays) } },
    },
  });
  return [...Map.groupBy(models, ({ engine }) => engine)]
    .flatMap(([engine, rows]) =>
      findModelChanges(toServedDays(rows)).map((change) => ({ ...change, engine })),
    )
    .sort((a, b) => compareTexts(a.day, b.day) || compareTexts(a.engine, b.engine));
}

function toServedDays(rows: readonly { day: string; model: string; answers: number }[]) {
  return [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, served]) => ({ day, answers: new Map(served.map(({ model, answers }) => [model, answers])) }))
    .sort((a, b) => compareTexts(a.day, b.day));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
