import { type Command, UsageError } from '#lib/cli/command';
import { findCommand, loadCommands } from '#lib/cli/commands';
import { describeError, ServiceError } from '#lib/core/errors';

/**
 * Runs a command of the CLI: `<command> [options]`. Prints its result as one JSON object on the last line of the output,
 * or its error in one line, and sets the exit code of this process. Reads DATABASE_URL and the secrets from the environment.
 * @param stopped no error is printed after it is aborted
 */
export async function runCommand(args: string[], stopped?: AbortSignal): Promise<void> {
  try {
    await printResult(args);
  } catch (error) {
    if (stopped?.aborted) return;
    process.stderr.write(`${formatOneLine(error)}\n`);
    process.exitCode = 1;
  }
}

async function printResult(args: string[]): Promise<void> {
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  const command = args[0]?.startsWith('-') ? undefined : await findCommand(args);
  if (isHelp) {
    const help = command ? formatHelp([command], command.details) : formatHelp(await listGroup(args[0]));
    process.stdout.write(help);
    return;
  }
  if (!command) throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}". Try --help.`);
  const [{ getEnv }, { systemClock }, { openDatabase }] = await Promise.all([
    import('#lib/core/env'),
    import('#lib/core/time'),
    import('#lib/db/database'),
  ]);
  const { DATABASE_URL, DATABASE_DIRECT_URL } = getEnv();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (!url) throw new UsageError('DATABASE_URL is missing. Run this as: npm run --silent cli -- …');
  const db = openDatabase(url, { max: 2, name: 'answerscope command' });
  try {
    const result = await command.run({ db, clock: systemClock }, args.slice(command.name.split(' ').length));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    await db.$client.end();
  }
}

/** Lists the commands whose first word is `group`; all if there are none. */
async function listGroup(group: string | undefined): Promise<readonly Command[]> {
  const commands = await loadCommands();
  const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `));
  return inGroup.length > 0 ? inGroup : commands;
}

function formatHelp(shown: readonly Command[], details: readonly string[] = []): string {
  const lines = [
    ...shown.map(({ usage, summary }) => `  ${usage}\n      ${summary}.`),
    ...details.map((line) => `      ${line}`),
  ];
  return `Usage: npm run --silent cli -- COMMAND\n\n${lines.join('\n')}\n\nThe last line of output is one JSON object.\n`;
}

function formatOneLine(error: unknown): string {
  const isPublic = error instanceof UsageError || error instanceof ServiceError;
  return (isPublic ? error.message : describeError(error)).replace(/\s*\n\s*/g, ' ');
}
