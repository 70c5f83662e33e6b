import { z } from 'zod';
import { type Command, defineCommand } from '#lib/cli/command';
import { organizationOption } from '#lib/cli/options';
import { plans } from '#lib/contract/plans';
import { type Context, createOperatorContext } from '#lib/db/context';
import { getCredits } from '#lib/service/credits/credit-balance';
import { listOrganizations } from '#lib/service/organizations/list-organizations';
import { createOrganization, getOrganization } from '#lib/service/organizations/organizations';
import { updateOrganization } from '#lib/service/organizations/update-organization';

const integerSchema = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be a whole number')
  .transform(Number);

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

/** The commands for organizations. */
export const organizationCommands: readonly Command[] = [
  createOrganizationCommand,
  listOrganizationsCommand,
  showOrganizationCommand,
  updateOrganizationCommand,
];
