import { type Context, scoped } from '#lib/db/context';

/** Whether the dashboard is connected to the service for this organization. */
export function hasConnection(context: Context): Promise<boolean> {
  return scoped(context, async ({ db, organizationId }) => {
    const { rowCount } = await db.$client.query('SELECT 1 FROM api_connections WHERE organization_id = $1', [
      organizationId,
    ]);
    return rowCount === 1;
  });
}
