import { type Context, scoped } from '#lib/db/context';

/** Whether the dashboard is connected to the service for this organization. */
export function hasConnection(context: Context): Promise<boolean> {
  return scoped(context, async ({ connection, organizationId }) => {
    const { rowCount } = await connection.query('SELECT 1 FROM api_connections WHERE organization_id = $1', [
      organizationId,
    ]);
    return rowCount === 1;
  });
}
