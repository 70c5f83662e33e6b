import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { ProviderFailure } from '#lib/providers/provider';
import { mended } from '#lib/providers/remote/mended';
import { parsedBody } from '#lib/providers/vendor-json';

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
 * be absent and cannot be read counts as absent, and so does an entry that lacks what makes it one.
 * @throws ProviderFailure transient when it is no such body
 */
export function readRemoteResult(engine: Engine, text: string): RemoteResult {
  const body = envelope.safeParse(parsedBody(text));
  if (!body.success) throw unreadable(engine, body.error);
  const { html, rawResponse, ...fields } = body.data.result;
  const schema: z.ZodObject = resultSchemas[engine];
  const result = mended(schema, fields);
  if (result === undefined) throw unreadable(engine);
  return {
    result,
    html: [html].flat().filter((page) => typeof page === 'string'),
    raw: Array.isArray(rawResponse) ? rawResponse : undefined,
  };
}

function unreadable(engine: Engine, cause?: Error): ProviderFailure {
  return new ProviderFailure('transient', `The remote service’s ${engine} answer cannot be read.`, { cause });
}
