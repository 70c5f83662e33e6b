import { settings } from '#lib/core/settings';
import { noConnection } from '#lib/dashboard/api-credentials/no-connection';
import { unsealSecret } from '#lib/dashboard/api-credentials/sealed';
import { type Context, scoped } from '#lib/db/context';

/**
 * Where the service delivers this organization's answers. This instance's own service reaches the receiver on
 * the machine itself; one elsewhere needs the public address.
 * @throws ServiceError RESOURCE_NOT_FOUND when the organization has no connection
 */
export async function receiverAddress(context: Context): Promise<string> {
  const sealed = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ receiver_token: string }>(
      'SELECT receiver_token FROM api_connections WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]?.receiver_token;
  });
  if (!sealed) throw noConnection(context.organizationId);
  const { API_BASE_URL, APP_URL, PORT } = settings();
  const ownService = `http://127.0.0.1:${PORT}`;
  const base = API_BASE_URL === ownService ? ownService : APP_URL;
  return `${base}/webhooks/answers/${unsealSecret(context.organizationId, 'receiver', sealed)}`;
}
