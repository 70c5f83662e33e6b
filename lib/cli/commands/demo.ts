import type { Command, Instance } from '#lib/cli/command';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/credentials';
import { advisoryLocks, type Context, transaction } from '#lib/db/client';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { signUp } from '#lib/service/users/sign-up';
import { enableSigning } from '#lib/service/webhooks/signing';

/** The demo's public sign-in. */
const demo = { email: 'demo@answerscope.example', password: 'fictional-market' };

export const demoEnsure: Command = {
  name: 'demo ensure',
  summary: 'Create the demo organization, if it is missing, and start its backfill',
  required: {},
  async run(instance) {
    // Loaded only here, since it is slow to load.
    const { ensureDemo } = await import('#lib/dashboard/demo/ensure-demo');
    const context = await ensureOrganization(instance);
    await ensureDemo(context);
    return { demo };
  },
};

/** Finds or creates the demo organization, in one transaction and by one process at a time. */
function ensureOrganization({ db, clock }: Instance): Promise<Context> {
  return transaction(db, async (db) => {
    await db.$client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demoOrganization]);
    const { rows } = await db.$client.query<{ organizationId: string; userId: string }>(
      `SELECT m.organization_id AS "organizationId", m.user_id AS "userId"
       FROM users u JOIN memberships m ON m.user_id = u.id
       WHERE u.email = $1 AND m.role = 'owner' ORDER BY m.created_at LIMIT 1`,
      [demo.email],
    );
    const found = rows[0];
    if (found) {
      const actor = { kind: 'member', userId: found.userId, role: 'owner' } as const;
      return { db: db, clock, organizationId: found.organizationId, actor };
    }
    const person = { ...demo, name: 'Demo', organization: 'Demo', plan: 'scale' };
    const { owner } = await signUp({ db, clock }, person);
    const { secret: apiKey } = await createApiKey(owner, { name: 'Dashboard' });
    const { secret: signingSecret } = await enableSigning(owner);
    await saveApiCredentials(owner, { apiKey, signingSecret });
    return { ...owner, db: db };
  });
}
