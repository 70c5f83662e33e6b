import { and, eq } from 'drizzle-orm';
import { type Command, defineCommand, type Instance, UsageError } from '#lib/cli/command';
import { createDemoPassword, getDemoPasswordFile, readDemoPassword } from '#lib/cli/demo-password';
import { verifyPassword } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { findDemoProject } from '#lib/dashboard/demo/demo-project';
import { takeAdvisoryLock } from '#lib/db/advisory-locks';
import { type Context, createOperatorContext } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { organizations } from '#lib/db/schema/organizations';
import { schedules } from '#lib/db/schema/runs';
import { transaction } from '#lib/db/transaction';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import { updateOrganization } from '#lib/service/organizations/update-organization';
import { dashboardUsesOwnProviders } from '#lib/service/provider-keys/engine-providers';
import { demoEmail, findDemoOwner, publishedDemoPassword } from '#lib/service/users/demo-account';
import { replaceDemoPassword } from '#lib/service/users/replace-demo-password';
import { signUp } from '#lib/service/users/users';
import { enableSigning } from '#lib/service/webhooks/signing';

/** The email address and password of the demo, as commands print them. */
interface DemoLogin {
  email: string;
  /** Only if it was set just now. */
  password?: string;
  /** The file with the password; null if the password was changed, or set from another data folder. */
  passwordFile: string | null;
}

/** Covers the demo's weekly schedule several times. */
const demoPlan = 'team';

export const ensureDemoCommand = defineCommand(
  { name: 'demo ensure', summary: 'Create the demo organization if it is missing, and start its backfill' },
  {},
  async (instance) => {
    // Imported here, because it is slow to load.
    const { ensureDemo } = await import('#lib/dashboard/demo/ensure-demo');
    const { context, login } = await ensureOrganization(instance);
    // Another service knows no demo: it would ask its providers, and charge the operator.
    await ensureDemo(context, { isScheduled: dashboardUsesOwnProviders(getEnv()) });
    return { demo: login };
  },
);

const resetPasswordCommand = defineCommand(
  { name: 'demo reset-password', summary: 'Give the demo’s user a new random password' },
  {},
  async ({ db }) => {
    const owner = await findDemoOwner(db);
    if (!owner) throw new UsageError('There is no demo organization.');
    return { demo: await setRandomPassword({ db }, owner.userId) };
  },
);

export const demoCommands: readonly Command[] = [ensureDemoCommand, resetPasswordCommand];

/** Finds or creates the demo organization, in one transaction and by one process at a time. */
function ensureOrganization({ db, clock }: Instance): Promise<{ context: Context; login: DemoLogin }> {
  return transaction(db, async (tx) => {
    await takeAdvisoryLock(tx, 'demoOrganization');
    const owner = await findDemoOwner(tx);
    if (!owner) return createOrganization({ db, clock }, tx);
    const { userId, organizationId, passwordHash } = owner;
    const actor = { kind: 'member', userId, role: 'owner' } as const;
    const context: Context = { db, clock, organizationId, actor };
    if (!(await verifyPassword(publishedDemoPassword, passwordHash))) {
      return { context, login: await findLogin(passwordHash) };
    }
    // An earlier version created this demo.
    await reducePlan({ ...context, db: tx });
    return { context, login: await setRandomPassword({ db: tx }, userId) };
  });
}

async function createOrganization(
  { db, clock }: Instance,
  tx: Context['db'],
): Promise<{ context: Context; login: DemoLogin }> {
  const { DATA_DIR } = getEnv();
  // The file exists if an earlier attempt was interrupted.
  const password = readDemoPassword(DATA_DIR) ?? createDemoPassword(DATA_DIR);
  const person = {
    email: demoEmail,
    password,
    name: 'Demo',
    organization: 'Demo',
    plan: demoPlan,
    isEmailVerified: true,
  };
  const { owner } = await signUp({ db: tx, clock }, person);
  const { secret: apiKey } = await createDashboardKey(owner);
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
  return {
    context: { ...owner, db },
    login: { email: demoEmail, password, passwordFile: getDemoPasswordFile(DATA_DIR) },
  };
}

async function findLogin(passwordHash: string | null): Promise<DemoLogin> {
  const { DATA_DIR } = getEnv();
  const password = readDemoPassword(DATA_DIR);
  const isCurrent = password !== undefined && (await verifyPassword(password, passwordHash));
  return { email: demoEmail, passwordFile: isCurrent ? getDemoPasswordFile(DATA_DIR) : null };
}

async function setRandomPassword({ db }: Pick<Context, 'db'>, userId: string): Promise<DemoLogin> {
  const { DATA_DIR } = getEnv();
  const password = createDemoPassword(DATA_DIR);
  await replaceDemoPassword({ db }, { userId, password });
  return { email: demoEmail, password, passwordFile: getDemoPasswordFile(DATA_DIR) };
}

/** Gives the demo a small plan, and a schedule that fits it, if it still has the plan of earlier versions. */
async function reducePlan(context: Context): Promise<void> {
  const { db, organizationId } = context;
  const isLarge = and(eq(organizations.id, organizationId), eq(organizations.plan, 'scale'));
  const rows = await db.select({ id: organizations.id }).from(organizations).where(isLarge);
  if (rows.length === 0) return;
  await updateOrganization(createOperatorContext(context, organizationId), { plan: demoPlan });
  const project = await findDemoProject(db, organizationId);
  if (!project) return;
  await db
    .update(schedules)
    .set({ cadence: 'weekly' })
    .where(hasValues(schedules, { organizationId, projectId: project.id, cadence: 'daily' }));
}
