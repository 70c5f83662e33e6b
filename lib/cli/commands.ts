import { type Command, formatUsage } from '#lib/cli/command';
import { keyCreate, keyRevoke } from '#lib/cli/commands/api-keys';
import { demoEnsure } from '#lib/cli/commands/demo';
import { orgCreate, orgShow } from '#lib/cli/commands/organizations';
import { signingDisable, signingEnable, signingRotate } from '#lib/cli/commands/signing';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  orgCreate,
  orgShow,
  keyCreate,
  keyRevoke,
  signingEnable,
  signingRotate,
  signingDisable,
  demoEnsure,
];

/** Returns the help of one command, or of all. */
export function formatHelp(command: Command | undefined): string {
  const shown = command ? [command] : commands;
  const lines = shown.map((entry) => `  ${formatUsage(entry)}\n      ${entry.summary}.`);
  return `Usage: npm run --silent cli -- COMMAND\n\n${lines.join('\n')}\n\nThe last line of output is one JSON object.\n`;
}
