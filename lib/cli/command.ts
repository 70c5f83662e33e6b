import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Clock } from '#lib/core/clock';
import type { PooledDatabase } from '#lib/db/client';
import type { Context } from '#lib/db/context';

/** What a command works on. */
export interface Instance {
  db: PooledDatabase;
  clock: Clock;
}

/** The values of the options given on the command line, by name. */
export type OptionValues = Record<string, string | undefined>;

/** One command of the command line: its two words, the options it takes and what it does. */
export interface Command {
  /** Such as `org create`. */
  name: string;
  summary: string;
  /** Option name → what stands for its value in the help. */
  required: Record<string, string>;
  optional?: Record<string, string>;
  /** @returns the object printed as JSON on the last line */
  run(instance: Instance, options: OptionValues): Promise<Record<string, unknown>>;
}

/** A mistake in how the command line was called; its message is one clear line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One line that shows how a command is called. */
export function formatUsage({ name, required, optional = {} }: Command): string {
  const options = [
    ...Object.entries(required).map(([option, value]) => `--${option} ${value}`),
    ...Object.entries(optional).map(([option, value]) => `[--${option} ${value}]`),
  ];
  return [name, ...options].join(' ');
}

/**
 * Reads a command's options.
 * @param words what follows the command's name
 * @throws UsageError naming the wrong or missing option
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
      throw new UsageError(`"${word}" is not known here. Usage: ${formatUsage(command)}`);
    }
    if (!token.value) throw new UsageError(`${word} needs a value. Usage: ${formatUsage(command)}`);
    values[token.name] = token.value;
  }
  for (const name of Object.keys(command.required)) {
    if (!values[name]) throw new UsageError(`--${name} is missing. Usage: ${formatUsage(command)}`);
  }
  return values;
}

/** The value of a required option. */
export function requireOption(options: OptionValues, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The value of an option as a whole number, or undefined when it was not given. @throws UsageError */
export function parseIntegerOption(options: OptionValues, name: string): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}".`);
  return Number(value);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The value of a required option that is an id. @throws UsageError */
export function requireIdOption(options: OptionValues, name: string): string {
  const value = requireOption(options, name);
  if (!uuid.test(value))
    throw new UsageError(`--${name} must be an id such as "org create" prints, not "${value}".`);
  return value.toLowerCase();
}

/** The context of the operator of the instance, who may do everything, in one organization. */
export function operatorContext({ db, clock }: Instance, organizationId: string): Context {
  return { db: db, clock, organizationId, actor: { kind: 'operator' } };
}
