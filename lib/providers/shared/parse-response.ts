import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import { exceedsJsonDepth } from '#lib/core/json-limits';
import { sanitizeText } from '#lib/core/text';
import { ProviderError } from '#lib/providers/shared/provider';

/** Maximum number of nesting levels of a response; real ones have about ten. */
const maxDepth = 200;

/** Returns undefined for invalid or too deeply nested JSON. */
function parseJson(text: string): unknown {
  if (exceedsJsonDepth(text, maxDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a whole body as JSON and sanitizes its strings; returns undefined if it is invalid. */
export function parseBody(text: string): unknown {
  return sanitize(parseJson(text.replace(/^\uFEFF/, '')));
}

export interface ParsedEvents {
  /** JSON values in order. They are not sanitized: a surrogate pair may be split between two events. */
  events: unknown[];
  /** True if the response was a stream, so that a missing last event means a broken connection. */
  isStreamed: boolean;
}

/**
 * Parses a successful response: a JSON body, a JSON array of events, server-sent events, or one JSON value per
 * line. The content type is ignored because gateways rewrite it.
 * @throws ProviderError transient if it has none of these formats or ends in the middle of an event
 */
export function parseEvents(text: string): ParsedEvents {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (/^[{[]/.test(trimmed)) {
    const body = parseJson(trimmed);
    if (body !== undefined) {
      return Array.isArray(body) ? { events: body, isStreamed: true } : { events: [body], isStreamed: false };
    }
    return { events: trimmed.split(/\r?\n/).filter(Boolean).map(parseEvent), isStreamed: true };
  }
  const data: string[] = [];
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  parser.feed(`${trimmed}\n\n`);
  const events = data.filter((item) => item !== '' && item !== '[DONE]').map(parseEvent);
  if (events.length === 0) {
    throw new ProviderError('transient', 'The response is neither JSON nor an event stream.');
  }
  return { events, isStreamed: true };
}

function parseEvent(text: string): unknown {
  const event = parseJson(text);
  if (event === undefined) {
    throw new ProviderError('transient', 'The response ended in the middle of an event.');
  }
  return event;
}

/** Replaces the characters that PostgreSQL cannot store, in every string of a JSON value. */
export function sanitize<T>(value: T): T;
export function sanitize(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (Array.isArray(value)) return value.map((item) => sanitize(item));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitize(key), sanitize(item)]));
  }
  return value;
}

/**
 * Parses a response, or an event of it, with a schema.
 * @param provider the provider’s name in the error message
 * @throws ProviderError transient if the value does not fit the schema
 */
export function parseResponse<S extends z.ZodType>(schema: S, value: unknown, provider: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new ProviderError('transient', `${provider}’s response has an unexpected format.`, { cause: error });
}

type NonEmpty<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Returns the fields without those that are null, undefined, blank, not finite, or an empty array or object. */
export function omitEmpty<T extends object>(fields: T): NonEmpty<T> {
  const result: NonEmpty<T> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null && !isEmpty(value)) result[name] = value;
  }
  return result;
}

function isEmpty(value: NonNullable<unknown>): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Joins lists, of which each may be unreported; undefined if all are. */
export function joinReported<T>(lists: readonly (readonly T[] | null | undefined)[]): T[] | undefined {
  const reported = lists.flatMap((list) => (list ? [list] : []));
  return reported.length > 0 ? reported.flat() : undefined;
}

/** Returns the values that are neither null nor `''`, each once, in order. */
export function distinctTexts(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => value || []))];
}
