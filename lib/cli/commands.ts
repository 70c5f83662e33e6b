import { z } from 'zod';
import { type Command, defineCommand } from '#lib/cli/command';
import { ensureDemoCommand } from '#lib/cli/demo';
import { emailCommands } from '#lib/cli/email';
import { statusCommand } from '#lib/cli/status';
import { plans } from '#lib/contract/plans';
import { changeSigning } from '#lib/dashboard/api-credentials/api-credentials';
import { type Context, createOperatorContext } from '#lib/db/client';
import { createApiKey, getKeyOrganizationId, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { getCredits } from '#lib/service/credits/credit-balance';
import { listOrganizations } from '#lib/service/organizations/list-organizations';
import { createOrganization, getOrganization } from '#lib/service/organizations/organizations';
import { updateOrganization } from '#lib/service/organizations/update-organization';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';

const createIdSchema = (command: string) => z.guid(`must be an ID as printed by "${command}"`).toLowerCase();
const integerSchema = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be a whole number')
  .transform(Number);
const timeMessage = 'must be an ISO 8601 time such as 2030-01-31T00:00:00Z';
const timeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/, timeMessage)
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), timeMessage);
const organizationOption = { org: createIdSchema('org list').describe('ORG_ID') };

const limitOptions = {
  plan: z.string().optional().describe(Object.keys(plans).join('|')),
  credits: integerSchema.optional().describe('N'),
  concurrency: integerSchema.optional().describe('N'),
  'async-concurrency': integerSchema.optional().describe('N'),
};

const createOrganizationCommand = defineCommand(
  { name: 'org create', summary: 'Create an organization; --credits sets the credits of this month' },
  { name: z.string().describe('NAME'), ...limitOptions },
  async ({ db, clock }, { 'async-concurrency': asyncConcurrency, ...options }) => {
    const { id, name } = await createOrganization(db, { ...options, asyncConcurrency }, clock);
    return { org: { id, name } };
  },
);

const listOrganizationsCommand = defineCommand(
  {
    name: 'org list',
    summary: 'List the 100 newest organizations; --search filters by name or by an owner’s email',
  },
  { search: z.string().optional().describe('TEXT') },
  async ({ db }, options) => ({ orgs: await listOrganizations({ db }, options) }),
);

const updateOrganizationCommand = defineCommand(
  {
    name: 'org update',
    summary: 'Change the plan or limits immediately; --credits grants more for this month',
  },
  { ...organizationOption, ...limitOptions },
  async (instance, { org, 'async-concurrency': asyncConcurrency, ...options }) => {
    const context = createOperatorContext(instance, org);
    await updateOrganization(context, { ...options, asyncConcurrency });
    return showOrganization(context);
  },
);

const showOrganizationCommand = defineCommand(
  { name: 'org show', summary: 'Show an organization and its credits' },
  organizationOption,
  (instance, { org }) => showOrganization(createOperatorContext(instance, org)),
);

async function showOrganization(context: Context) {
  const org = await getOrganization(context);
  const { remaining, held } = await getCredits(context);
  return { org, credits: { remaining, held } };
}

const createKeyCommand = defineCommand(
  { name: 'key create', summary: 'Create an API key; its secret is shown only once' },
  {
    ...organizationOption,
    name: z.string().default('Command line').describe('NAME'),
    expires: timeSchema.optional().describe('ISO8601'),
  },
  async (instance, { org, name, expires: expiresAt }) => {
    const { id, secret } = await createApiKey(createOperatorContext(instance, org), { name, expiresAt });
    return { key: { id, secret } };
  },
);

const revokeKeyCommand = defineCommand(
  { name: 'key revoke', summary: 'Revoke an API key permanently' },
  { id: createIdSchema('key create').describe('KEY_ID') },
  async (instance, { id }) => {
    const organizationId = await getKeyOrganizationId(instance.db, id);
    return { key: await revokeApiKey(createOperatorContext(instance, organizationId), { id }) };
  },
);

/** Declares a command that changes signing in the service and the secret that the dashboard stores. */
function defineSigningCommand(
  labels: Pick<Command, 'name' | 'summary'>,
  change: (context: Context) => Promise<{ secret: string } | undefined>,
): Command {
  return defineCommand(labels, organizationOption, async (instance, { org }) => {
    const secret = await changeSigning(
      createOperatorContext(instance, org),
      async (context) => (await change(context))?.secret ?? null,
    );
    return secret === null ? { signing: 'off' } : { secret };
  });
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  createOrganizationCommand,
  listOrganizationsCommand,
  showOrganizationCommand,
  updateOrganizationCommand,
  createKeyCommand,
  revokeKeyCommand,
  defineSigningCommand(
    { name: 'signing enable', summary: 'Sign webhooks; the secret is shown only once' },
    enableSigning,
  ),
  defineSigningCommand(
    { name: 'signing rotate', summary: 'Replace the signing secret; the new one is shown only once' },
    rotateSigningSecret,
  ),
  defineSigningCommand({ name: 'signing disable', summary: 'Stop signing webhooks' }, async (context) => {
    await disableSigning(context);
    return undefined;
  }),
  ...emailCommands,
  ensureDemoCommand,
  statusCommand,
];
