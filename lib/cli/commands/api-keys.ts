import { type Command, operatorContext, requireIdOption, UsageError } from '#lib/cli/command';
import { createApiKey, getKeyOrganizationId, revokeApiKey } from '#lib/service/api-keys/api-keys';

const iso8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Make an API key; the secret is printed this once',
  required: { org: 'ORG_ID' },
  optional: { name: 'NAME', expires: 'ISO8601' },
  async run(instance, options) {
    const context = operatorContext(instance, requireIdOption(options, 'org'));
    const expiresAt = options.expires === undefined ? null : readInstant(options.expires);
    const { id, secret } = await createApiKey(context, { name: options.name ?? 'Command line', expiresAt });
    return { key: { id, secret } };
  },
};

function readInstant(text: string): Date {
  const instant = new Date(text);
  if (!iso8601.test(text) || Number.isNaN(instant.getTime())) {
    throw new UsageError(`--expires must be an ISO 8601 time such as 2030-01-31T00:00:00Z, not "${text}".`);
  }
  return instant;
}

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key for good',
  required: { id: 'KEY_ID' },
  async run(instance, options) {
    const id = requireIdOption(options, 'id');
    const organizationId = await getKeyOrganizationId(instance.db, id);
    return { key: await revokeApiKey(operatorContext(instance, organizationId), { id }) };
  },
};
