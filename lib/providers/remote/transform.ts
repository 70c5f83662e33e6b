import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { citationPillSchema, sourceSchema } from '#lib/contract/results/assistants';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { listPageNames, removeSourceLabels } from '#lib/core/source-labels';
import { getDomain } from '#lib/core/urls/normalize-url';
import { parseBody } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import { toCitationPill } from '#lib/providers/shared/sources';

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
    result: cleanAnswers(result),
    html: [html].flat().filter((page) => typeof page === 'string'),
    raw: Array.isArray(rawResponse) ? rawResponse : undefined,
  };
}

const answer = z.looseObject({
  text: z.string(),
  markdown: z.string().optional(),
  sources: z.array(sourceSchema.loose()),
  citationPills: z.array(citationPillSchema.loose()).optional(),
});

/** Removes the labels of source chips from the answer and the overview of a result. Their pages are citations. */
function cleanAnswers(result: Record<string, unknown>): Record<string, unknown> {
  const { overview } = result;
  return { ...cleanAnswer(result), ...(isObject(overview) && { overview: cleanAnswer(overview) }) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function cleanAnswer(fields: Record<string, unknown>): Record<string, unknown> {
  const parsed = answer.safeParse(fields);
  if (!parsed.success) return fields;
  const { text, markdown, sources, citationPills } = parsed.data;
  const names = listPageNames(sources.map(({ url, label }) => ({ url, names: [label, getDomain(url)] })));
  const cleaned = removeSourceLabels(text, names);
  const known = new Set(citationPills?.map(({ url }) => url));
  const added = sources
    .filter(({ url }) => cleaned.urls.includes(url) && !known.has(url))
    .map((source, index) => toCitationPill(source, index + known.size));
  return {
    ...fields,
    text: cleaned.text,
    ...(markdown !== undefined && { markdown: removeSourceLabels(markdown, names).text }),
    ...(added.length > 0 && { citationPills: [...(citationPills ?? []), ...added] }),
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
