import { z } from 'zod';
import { type Command, defineCommand } from '#lib/cli/command';
import { createIdSchema, organizationOption } from '#lib/cli/options';
import { createOperatorContext } from '#lib/db/context';
import { createApiKey, getKeyOrganizationId, revokeApiKey } from '#lib/service/api-keys/api-keys';

const timeMessage = 'must be an ISO 8601 time such as 2030-01-31T00:00:00Z';
const timeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/, timeMessage)
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), timeMessage);

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

/** The commands for API keys. */
export const keyCommands: readonly Command[] = [createKeyCommand, revokeKeyCommand];
