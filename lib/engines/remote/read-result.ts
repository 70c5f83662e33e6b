import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { ProviderFailure } from '#lib/engines/provider';
import { jsonOrNothing } from '#lib/engines/vendor-failure';

const envelope = z.looseObject({ result: z.record(z.string(), z.unknown()) });

/** What a monitor response says beside its result's own fields. */
export interface RemoteResult {
  /** As the contract has it, without `html` and `rawResponse`. */
  result: Record<string, unknown>;
  /** Addresses of its stored pages, or the pages themselves where it sends markup. */
  html: string[];
  raw: unknown[] | undefined;
}

/**
 * Reads the body of a monitor response. Unknown fields are left out (interface.md, "Versioning"); a field that may
 * be absent and cannot be read counts as absent, an entry of a list that cannot be read is left out of it.
 * @throws ProviderFailure transient when it is no such body
 */
export function readRemoteResult(engine: Engine, text: string): RemoteResult {
  const body = envelope.safeParse(jsonOrNothing(text));
  if (!body.success) throw unreadable(engine, body.error);
  const { html, rawResponse, ...fields } = body.data.result;
  const schema: z.ZodObject = resultSchemas[engine];
  const readable = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = readField(field, fields[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(readable));
  if (!parsed.success) throw unreadable(engine, parsed.error);
  return {
    result: parsed.data,
    html: [html].flat().filter((page) => typeof page === 'string'),
    raw: Array.isArray(rawResponse) ? rawResponse : undefined,
  };
}

function readField(field: z.core.$ZodType, value: unknown): unknown {
  if (z.safeParse(field, value).success) return value;
  if (Array.isArray(value)) return value.filter((item) => z.safeParse(field, [item]).success);
  // Lists that other services leave out when they are empty.
  return value == null && z.safeParse(field, []).success && !z.safeParse(field, undefined).success
    ? []
    : undefined;
}

function unreadable(engine: Engine, cause: Error): ProviderFailure {
  return new ProviderFailure('transient', `The remote service’s ${engine} answer cannot be read.`, { cause });
}
