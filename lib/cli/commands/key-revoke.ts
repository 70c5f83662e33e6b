import { type Command, idOf } from '#lib/cli/command';
import { operatorOf } from '#lib/cli/operator';
import { organizationOfKey } from '#lib/service/api-keys/organization-of-key';
import { revokeKey } from '#lib/service/api-keys/revoke-key';

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key for good',
  required: { id: 'KEY_ID' },
  async run(instance, options) {
    const id = idOf(options, 'id');
    const organizationId = await organizationOfKey(instance.db, id);
    return { key: await revokeKey(operatorOf(instance, organizationId), { id }) };
  },
};
