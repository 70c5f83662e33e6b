import type { Engine } from '#lib/contract/engines';
import { requirePermission } from '#lib/core/permissions';
import { inPeriod } from '#lib/dashboard/analytics/scope';
import { addOnCredits, enginesWithAddOns } from '#lib/dashboard/runs/add-ons';
import { type Context, scoped } from '#lib/db/context';

/** An engine whose add-ons are not asked for, and the credits an answer they would cost. */
export interface WithoutAddOns {
  engine: string;
  credits: number;
}

/** The engines that have add-ons and that some run of these days, both included, asked without them. */
export async function askedWithoutAddOns(
  context: Context,
  { projectId, from, to }: { projectId: string; from: string; to: string },
): Promise<WithoutAddOns[]> {
  requirePermission(context.actor, 'projects.read');
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<{ engine: Engine }>(
      `SELECT DISTINCT engine FROM runs, unnest(engines) AS engine
       WHERE organization_id = $1 AND project_id = $2 AND ${inPeriod('asked_at')}
         AND NOT add_ons AND engine = ANY ($5::text[])
       ORDER BY engine`,
      [organizationId, projectId, from, to, enginesWithAddOns],
    ),
  );
  return rows.map(({ engine }) => ({ engine, credits: addOnCredits(engine) }));
}
