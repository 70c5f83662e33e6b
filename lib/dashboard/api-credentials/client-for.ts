import { type Client, createClient } from '#lib/client/client';
import { settings } from '#lib/core/settings';
import { noConnection } from '#lib/dashboard/api-credentials/no-connection';
import { unsealSecret } from '#lib/dashboard/api-credentials/sealed';
import { type Context, scoped } from '#lib/db/context';

/** Longer than the largest batch takes; what asks engines and waits is not called from here. */
const timeoutMs = 30_000;

/**
 * A client of the service, as any customer would use it: with the operator's key where one is set, else with the
 * organization's own.
 * @throws ServiceError RESOURCE_NOT_FOUND when the organization has no connection
 */
export async function clientFor(context: Context): Promise<Client> {
  const { API_BASE_URL: baseUrl, API_KEY } = settings();
  if (API_KEY !== undefined) return createClient({ baseUrl, apiKey: API_KEY, timeoutMs });
  const sealed = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ api_key: string }>(
      'SELECT api_key FROM api_connections WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]?.api_key;
  });
  if (!sealed) throw noConnection(context.organizationId);
  const apiKey = unsealSecret(context.organizationId, 'api-key', sealed);
  return createClient({ baseUrl, apiKey, timeoutMs });
}
