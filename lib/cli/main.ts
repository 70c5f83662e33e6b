import { type Command, UsageError } from '#lib/cli/command';
import { commands } from '#lib/cli/commands';
import { getEnv } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/client';

// Administers an instance: npm run --silent cli -- <command> [options]. The last line of a command's output is one JSON object.
async function main(args: string[]): Promise<void> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => word === args[index]));
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(formatHelp(command ? [command] : commands));
    return;
  }
  if (!command) throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}". Try --help.`);
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

function formatHelp(shown: readonly Command[]): string {
  const lines = shown.map(({ usage, summary }) => `  ${usage}\n      ${summary}.`);
  return `Usage: npm run --silent cli -- COMMAND\n\n${lines.join('\n')}\n\nThe last line of output is one JSON object.\n`;
}

function formatOneLine(error: unknown): string {
  const isPublic = error instanceof UsageError || error instanceof ServiceError;
  return (isPublic ? error.message : describeError(error)).replace(/\s*\n\s*/g, ' ');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${formatOneLine(error)}\n`);
  process.exitCode = 1;
}
