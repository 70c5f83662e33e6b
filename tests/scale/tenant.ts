import { systemClock } from '#lib/core/time';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { createOperatorContext } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { enableSigning } from '#lib/service/webhooks/signing';
import { createCookieHeader } from '#tests/security/test-app';
import { createTestProject } from '#tests/support/dashboard';
import { createOwner, getUserId } from '#tests/support/owners';

/** Creates an organization with a project whose runs go through the API of the instance. */
export async function createTenantWithDashboard(db: PooledDatabase) {
  const owner = await createOwner(db);
  const context = createOperatorContext({ db, clock: systemClock }, owner.organizationId);
  const key = await createApiKey(context, { name: 'dashboard' });
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey: key.secret, signingSecret });
  const { id: projectId } = await createTestProject(context);
  return {
    context,
    projectId,
    key,
    organizationId: owner.organizationId,
    /** Signs the owner in, each time in another browser. @returns the cookies of this browser */
    signIn: () => createCookieHeader(db, getUserId(owner)),
  };
}
