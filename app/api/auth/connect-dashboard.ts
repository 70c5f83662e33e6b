import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/dashboard/session/session';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import { enableSigning } from '#lib/service/webhooks/signing';

/** Creates and stores the API key and the webhook signing secret that the dashboard uses for an organization. */
export async function connectDashboard(owner: Context): Promise<void> {
  const { secret: apiKey } = await createDashboardKey(owner);
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
}
