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
import { createOrganization, getOrganization } from '#lib/service/organizations/organizations';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';

const idSchema = z.guid('must be an ID as printed by "org create"').toLowerCase();
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
const organizationOption = { org: idSchema.describe('ORG_ID') };

const createOrganizationCommand = defineCommand(
  { name: 'org create', summary: 'Create an organization' },
  {
    name: z.string().describe('NAME'),
    plan: z.string().optional().describe(Object.keys(plans).join('|')),
    credits: integerSchema.optional().describe('N'),
    concurrency: integerSchema.optional().describe('N'),
    'async-concurrency': integerSchema.optional().describe('N'),
  },
  async ({ db, clock }, { 'async-concurrency': asyncConcurrency, ...options }) => {
    const { id, name } = await createOrganization(db, { ...options, asyncConcurrency }, clock);
    return { org: { id, name } };
  },
);

const showOrganizationCommand = defineCommand(
  { name: 'org show', summary: 'Show an organization and its credits' },
  organizationOption,
  async (instance, { org: organizationId }) => {
    const context = createOperatorContext(instance, organizationId);
    const org = await getOrganization(context);
    const { remaining, held } = await getCredits(context);
    return { org, credits: { remaining, held } };
  },
);

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
  { id: idSchema.describe('KEY_ID') },
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
  showOrganizationCommand,
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
