import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/dashboard/session/session';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import { enableSigning } from '#lib/service/webhooks/signing';

/** Stores the API key and signing secret with which the dashboard calls the service for this organization. */
export async function connectDashboard(owner: Context): Promise<void> {
  const { secret: apiKey } = await createDashboardKey(owner);
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
}
