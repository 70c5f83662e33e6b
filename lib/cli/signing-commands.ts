import { type Command, defineCommand } from '#lib/cli/command';
import { organizationOption } from '#lib/cli/options';
import { changeSigning } from '#lib/dashboard/api-credentials/api-credentials';
import { type Context, createOperatorContext } from '#lib/db/context';
import { disableSigning, enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';

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

/** The commands for webhook signing. */
export const signingCommands: readonly Command[] = [
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
];
