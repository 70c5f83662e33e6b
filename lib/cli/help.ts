import { type Command, usageOf } from '#lib/cli/command';
import { commands } from '#lib/cli/commands';

/** The help of one command, or of all. */
export function helpFor(command: Command | undefined): string {
  const shown = command ? [command] : commands;
  const lines = shown.map((entry) => `  ${usageOf(entry)}\n      ${entry.summary}.`);
  return `Usage: npm run --silent cli -- COMMAND\n\n${lines.join('\n')}\n\nThe last line of output is one JSON object.\n`;
}
