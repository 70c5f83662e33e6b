import { type Command, idOf, UsageError } from '#lib/cli/command';
import { operatorOf } from '#lib/cli/operator';
import { createKey } from '#lib/service/api-keys/create-key';

const iso8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Make an API key; the secret is printed this once',
  required: { org: 'ORG_ID' },
  optional: { name: 'NAME', expires: 'ISO8601' },
  async run(instance, options) {
    const context = operatorOf(instance, idOf(options, 'org'));
    const expiresAt = options.expires === undefined ? null : readInstant(options.expires);
    const { id, secret } = await createKey(context, { name: options.name ?? 'Command line', expiresAt });
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
