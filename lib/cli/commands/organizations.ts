import {
  type Command,
  operatorContext,
  parseIntegerOption,
  requireIdOption,
  requireOption,
} from '#lib/cli/command';
import { plans } from '#lib/contract/plans';
import { getCredits } from '#lib/service/credits/credit-balance';
import { createOrganization } from '#lib/service/organizations/create-organization';
import { getOrganization } from '#lib/service/organizations/get-organization';

export const orgCreate: Command = {
  name: 'org create',
  summary: 'Make an organization',
  required: { name: 'NAME' },
  optional: {
    plan: Object.keys(plans).join('|'),
    credits: 'N',
    concurrency: 'N',
    'async-concurrency': 'N',
  },
  async run({ db, clock }, options) {
    const { id, name } = await createOrganization(
      db,
      {
        name: requireOption(options, 'name'),
        plan: options.plan,
        credits: parseIntegerOption(options, 'credits'),
        concurrency: parseIntegerOption(options, 'concurrency'),
        asyncConcurrency: parseIntegerOption(options, 'async-concurrency'),
      },
      clock,
    );
    return { org: { id, name } };
  },
};

export const orgShow: Command = {
  name: 'org show',
  summary: 'Show an organization and its credits',
  required: { org: 'ORG_ID' },
  async run(instance, options) {
    const context = operatorContext(instance, requireIdOption(options, 'org'));
    const org = await getOrganization(context);
    const { remaining, held } = await getCredits(context);
    return { org, credits: { remaining, held } };
  },
};
