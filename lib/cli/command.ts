import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import type { Clock } from '#lib/core/time';
import type { PooledDatabase } from '#lib/db/database';

/** The instance that a command administers. */
export interface Instance {
  db: PooledDatabase;
  clock: Clock;
}

/** A command of the CLI. */
export interface Command {
  /** Such as `org create`. */
  name: string;
  summary: string;
  /** Additional lines in the help of this command. */
  details?: readonly string[];
  /** The name and the options. */
  usage: string;
  /**
   * Runs the command.
   * @param args the command line after the command's name
   * @returns the object to print as JSON on the last line
   * @throws UsageError with the invalid or missing option
   */
  run(instance: Instance, args: string[]): Promise<Record<string, unknown>>;
}

/** Invalid arguments; the message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Declares a command.
 * @param shape the schema of each option; its description is the placeholder of the value in the help
 */
export function defineCommand<Shape extends Record<string, z.ZodType>>(
  labels: Pick<Command, 'name' | 'summary' | 'details'>,
  shape: Shape,
  run: (instance: Instance, options: z.output<z.ZodObject<Shape>>) => Promise<Record<string, unknown>>,
): Command {
  const options = Object.entries(shape).map(([option, schema]) => {
    const text = `--${option} ${schema.description}`;
    return schema.safeParse(undefined).success ? `[${text}]` : text;
  });
  const usage = [labels.name, ...options].join(' ');
  const schema = z.object(shape);
  return {
    ...labels,
    usage,
    async run(instance, args) {
      const values = readOptions(args, Object.keys(shape), usage);
      const parsed = schema.safeParse(values);
      if (parsed.success) return run(instance, parsed.data);
      const { path = [], message } = parsed.error.issues[0] ?? {};
      const option = path.join();
      const value = values[option];
      if (value === undefined) throw new UsageError(`--${option} is missing. Usage: ${usage}`);
      throw new UsageError(`--${option} ${message}, not "${value}".`);
    },
  };
}

function readOptions(args: string[], names: string[], usage: string): Record<string, string | undefined> {
  const options: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    const argument = token.kind === 'option' ? token.rawName : token.value;
    if (token.kind === 'positional' || !names.includes(token.name)) {
      throw new UsageError(`"${argument}" is not an option of this command. Usage: ${usage}`);
    }
    if (token.value === undefined) throw new UsageError(`${argument} needs a value. Usage: ${usage}`);
    values[token.name] = token.value;
  }
  return values;
}
