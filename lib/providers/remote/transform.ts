import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { parseBody } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';

const envelope = z.looseObject({ result: z.record(z.string(), z.unknown()) });

/** Everything that is read of a response for an engine. */
export const createResponseSchema = (engine: Engine) => z.looseObject({ result: resultSchemas[engine] });

export interface RemoteResult {
  /** Without `html` and `rawResponse`. */
  result: Record<string, unknown>;
  /** URLs of the stored pages, or the HTML itself. */
  html: string[];
  raw: unknown[] | undefined;
}

/**
 * Reads the body of a response of `/v1/monitor/<engine>`, without unknown fields and without optional values that are
 * invalid.
 * @throws ProviderError transient if it has no valid result
 */
export function readRemoteResult(engine: Engine, text: string): RemoteResult {
  const body = envelope.safeParse(parseBody(text));
  if (!body.success) throw createFormatError(engine, body.error);
  const { html, rawResponse, ...fields } = body.data.result;
  const schema: z.ZodObject = resultSchemas[engine];
  const result = repairResult(schema, fields);
  if (result === undefined) throw createFormatError(engine);
  return {
    result,
    html: [html].flat().filter((page) => typeof page === 'string'),
    raw: Array.isArray(rawResponse) ? rawResponse : undefined,
  };
}

function createFormatError(engine: Engine, cause?: Error): ProviderError {
  const message = `The ${engine} answer of the other Answerscope instance has an unexpected format.`;
  return new ProviderError('transient', message, { cause });
}

/** Removing a part can make its parent invalid; results are four levels deep, so this is more than enough. */
const maxRounds = 12;

/**
 * Removes the parts of a JSON value that do not fit a schema: first the invalid value, then, if the schema requires
 * it, its parent. A required array that is missing becomes empty.
 * @returns the parsed value; undefined if no part of it fits
 */
function repairResult<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  let current = structuredClone(value);
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = schema.safeParse(current);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const expectsArray = issue.code === 'invalid_type' && issue.expected === 'array';
      if (!removeAt(current, issue.path, expectsArray)) return undefined;
    }
    current = dropRemoved(current);
  }
  return undefined;
}

/** Replaces a removed entry of an array until the round ends, so that the other indexes stay valid. */
const removed = Symbol('removed');

/** Removes the value at a path or its nearest existing parent, or adds a missing array. @returns whether one of them was possible */
function removeAt(parent: unknown, [key, ...rest]: PropertyKey[], expectsArray: boolean): boolean {
  if (parent === removed) return true;
  if (typeof parent !== 'object' || parent === null || key === undefined) return false;
  const child: unknown = Reflect.get(parent, key);
  if (rest.length > 0 && removeAt(child, rest, expectsArray)) return true;
  if (child === undefined) return rest.length === 0 && expectsArray && Reflect.set(parent, key, []);
  return Array.isArray(parent) ? Reflect.set(parent, key, removed) : Reflect.deleteProperty(parent, key);
}

function dropRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== removed).map(dropRemoved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dropRemoved(item)]));
}
