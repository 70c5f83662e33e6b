import { and, eq } from 'drizzle-orm';
import { defineCommand, type Instance } from '#lib/cli/command';
import { getEnv } from '#lib/core/env';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { type Context, transaction } from '#lib/db/client';
import { memberships, users } from '#lib/db/schema/organizations';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import { demoAccount } from '#lib/service/users/demo-account';
import { signUp } from '#lib/service/users/users';
import { enableSigning } from '#lib/service/webhooks/signing';

export const ensureDemoCommand = defineCommand(
  { name: 'demo ensure', summary: 'Create the demo organization if it is missing, and start its backfill' },
  {},
  async (instance) => {
    // Imported here, because it is slow to load.
    const { ensureDemo } = await import('#lib/dashboard/demo/ensure-demo');
    const { demoSeed } = await import('#lib/dashboard/demo/demo-project');
    const { selectProvider } = await import('#lib/providers/registry');
    // A real provider would charge the operator every day for answers about fictional brands.
    const isScheduled = demoSeed.engines.every(
      (engine) => selectProvider(engine, getEnv()).provider.name === 'sandbox',
    );
    await ensureDemo(await ensureOrganization(instance), { isScheduled });
    return { demo: demoAccount };
  },
);

/** Finds or creates the demo organization, in one transaction and by one process at a time. */
function ensureOrganization({ db, clock }: Instance): Promise<Context> {
  return transaction(db, async (tx) => {
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demoOrganization]);
    const [member] = await tx
      .select({ organizationId: memberships.organizationId, userId: users.id })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(eq(users.email, demoAccount.email), eq(memberships.role, 'owner')))
      .orderBy(memberships.createdAt)
      .limit(1);
    if (member) {
      const actor = { kind: 'member', userId: member.userId, role: 'owner' } as const;
      return { db, clock, organizationId: member.organizationId, actor };
    }
    const person = {
      ...demoAccount,
      name: 'Demo',
      organization: 'Demo',
      plan: 'scale',
      isEmailVerified: true,
    };
    const { owner } = await signUp({ db: tx, clock }, person);
    const { secret: apiKey } = await createDashboardKey(owner);
    const { secret: signingSecret } = await enableSigning(owner);
    await saveApiCredentials(owner, { apiKey, signingSecret });
    return { ...owner, db };
  });
}
