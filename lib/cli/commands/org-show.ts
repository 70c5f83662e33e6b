import { type Command, idOf } from '#lib/cli/command';
import { operatorOf } from '#lib/cli/operator';
import { getCredits } from '#lib/service/credits/get-credits';
import { getOrganization } from '#lib/service/organizations/get-organization';

export const orgShow: Command = {
  name: 'org show',
  summary: 'Show an organization and its credits',
  required: { org: 'ORG_ID' },
  async run(instance, options) {
    const context = operatorOf(instance, idOf(options, 'org'));
    const org = await getOrganization(context);
    const { remaining, held } = await getCredits(context);
    return { org, credits: { remaining, held } };
  },
};
