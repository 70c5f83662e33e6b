import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Clock } from '#lib/core/time';
import type { Context, PooledDatabase } from '#lib/db/client';

/** What a command operates on. */
export interface Instance {
  db: PooledDatabase;
  clock: Clock;
}

/** Values of the given options, by name. */
export type OptionValues = Record<string, string | undefined>;

/** A command of the CLI. */
export interface Command {
  /** Such as `org create`. */
  name: string;
  summary: string;
  /** Option name → placeholder of its value in the help. */
  required: Record<string, string>;
  optional?: Record<string, string>;
  /** Returns the object to print as JSON on the last line. */
  run(instance: Instance, options: OptionValues): Promise<Record<string, unknown>>;
}

/** Invalid arguments; the message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the usage line of a command. */
export function formatUsage({ name, required, optional = {} }: Command): string {
  const options = [
    ...Object.entries(required).map(([option, value]) => `--${option} ${value}`),
    ...Object.entries(optional).map(([option, value]) => `[--${option} ${value}]`),
  ];
  return [name, ...options].join(' ');
}

/**
 * Parses a command's options.
 * @param words the arguments after the command's name
 * @throws UsageError with the invalid or missing option
 */
export function readOptions(command: Command, words: string[]): OptionValues {
  const names = [...Object.keys(command.required), ...Object.keys(command.optional ?? {})];
  const config: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { tokens } = parseArgs({ args: words, options: config, strict: false, tokens: true });
  const values: OptionValues = {};
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    const word = token.kind === 'option' ? token.rawName : token.value;
    if (token.kind === 'positional' || !names.includes(token.name)) {
      throw new UsageError(`"${word}" is not an option of this command. Usage: ${formatUsage(command)}`);
    }
    if (!token.value) throw new UsageError(`${word} needs a value. Usage: ${formatUsage(command)}`);
    values[token.name] = token.value;
  }
  for (const name of Object.keys(command.required)) {
    if (!values[name]) throw new UsageError(`--${name} is missing. Usage: ${formatUsage(command)}`);
  }
  return values;
}

/** Returns the value of a required option. */
export function requireOption(options: OptionValues, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** Returns the value of an option as an integer, or undefined if it was not given. @throws UsageError */
export function parseIntegerOption(options: OptionValues, name: string): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}".`);
  return Number(value);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the value of a required option that is an ID. @throws UsageError */
export function requireIdOption(options: OptionValues, name: string): string {
  const value = requireOption(options, name);
  if (!uuid.test(value))
    throw new UsageError(`--${name} must be an id such as "org create" prints, not "${value}".`);
  return value.toLowerCase();
}

/** Returns a context for one organization as the instance's operator, who has every permission. */
export function operatorContext({ db, clock }: Instance, organizationId: string): Context {
  return { db, clock, organizationId, actor: { kind: 'operator' } };
}
