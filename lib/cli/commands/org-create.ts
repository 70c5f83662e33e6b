import { type Command, optionOf, wholeNumberOf } from '#lib/cli/command';
import { plans } from '#lib/contract/plans';
import { createOrganization } from '#lib/service/organizations/create-organization';

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
        name: optionOf(options, 'name'),
        plan: options.plan,
        credits: wholeNumberOf(options, 'credits'),
        concurrency: wholeNumberOf(options, 'concurrency'),
        asyncConcurrency: wholeNumberOf(options, 'async-concurrency'),
      },
      clock,
    );
    return { org: { id, name } };
  },
};
