import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

/**
 * A plan made without the filters' values joins rollups by nested loops: seconds instead of milliseconds. Parallel
 * workers take some milliseconds to come, which only scans of long periods are worth.
 */
const plannerSettings = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('parallel_setup_cost', '20000', true)`;

/**
 * What every question of this folder begins with: the actor may read projects, and the reading is bound to the
 * organization and to one instant, so that its statements never mix two definitions of the brands. Questions asked
 * inside one another share both.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function withMetricsTransaction<T>(
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  requirePermission(context.actor, 'projects.read');
  return scoped(
    context,
    async (scope) => {
      await scope.db.$client.query(plannerSettings);
      return read(scope);
    },
    { snapshot: true },
  );
}
