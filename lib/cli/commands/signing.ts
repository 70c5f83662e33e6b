import { type Command, operatorContext, requireIdOption } from '#lib/cli/command';
import { changeSigning } from '#lib/dashboard/api-credentials/credentials';
import type { Context } from '#lib/db/client';
import { disableSigning, enableSigning, rotateSigning } from '#lib/service/webhooks/signing';

/** Changes signing at the service and, if the dashboard is its client, in the dashboard's copy. */
function signingCommand(
  name: string,
  summary: string,
  change: (context: Context) => Promise<string | null>,
): Command {
  return {
    name,
    summary,
    required: { org: 'ORG_ID' },
    async run(instance, options) {
      const operator = operatorContext(instance, requireIdOption(options, 'org'));
      const secret = await changeSigning(operator, change);
      return secret === null ? { signing: 'off' } : { secret };
    },
  };
}

export const signingEnable = signingCommand(
  'signing enable',
  'Sign webhooks; the secret is printed this once',
  async (context) => (await enableSigning(context)).secret,
);

export const signingRotate = signingCommand(
  'signing rotate',
  'Replace the signing secret; the new one is printed this once',
  async (context) => (await rotateSigning(context)).secret,
);

export const signingDisable = signingCommand('signing disable', 'Stop signing webhooks', async (context) => {
  await disableSigning(context);
  return null;
});
