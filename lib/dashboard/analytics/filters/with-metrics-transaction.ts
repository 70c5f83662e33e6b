import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/client';

/**
 * A generic plan joins rollups by nested loops, which takes seconds instead of milliseconds. Parallel workers take
 * some milliseconds to start, which is worthwhile only for scans of long periods.
 */
const plannerSettings = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('parallel_setup_cost', '20000', true)`;

/**
 * Runs reads of metrics in one transaction that is bound to the organization and to one snapshot, so that its
 * statements never mix two scoring versions. Nested calls share the transaction.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function withMetricsTransaction<T>(
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  requirePermission(context.actor, 'projects.read');
  return scoped(
    context,
    async (tx) => {
      await tx.db.$client.query(plannerSettings);
      return read(tx);
    },
    { snapshot: true },
  );
}
