import type { Command, Instance } from '#lib/cli/command';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/credentials';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { transaction } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { createKey } from '#lib/service/api-keys/create-key';
import { signUp } from '#lib/service/users/sign-up';
import { enableSigning } from '#lib/service/webhooks/enable-signing';

/** What anybody may sign in to the demo with; everything in it is fictional. */
const demo = { email: 'demo@answerscope.example', password: 'fictional-market' };

export const demoEnsure: Command = {
  name: 'demo ensure',
  summary: 'Make the demo organization, if it is missing, and see to its history',
  required: {},
  async run(instance) {
    // The market behind it is large; the other commands need not wait for it.
    const { ensureDemo } = await import('#lib/dashboard/demo/ensure-demo');
    const context = await ensureOrganization(instance);
    await ensureDemo(context);
    return { demo };
  },
};

/** The demo organization as its owner sees it; made whole or not at all, by one process at a time. */
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
    const { secret: apiKey } = await createKey(owner, { name: 'Dashboard' });
    const { secret: signingSecret } = await enableSigning(owner);
    await saveApiCredentials(owner, { apiKey, signingSecret });
    return { ...owner, db: db };
  });
}
