import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { repairResult } from '#lib/providers/remote/repair-result';
import { parseBody } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';

const envelope = z.looseObject({ result: z.record(z.string(), z.unknown()) });

export interface RemoteResult {
  /** Without `html` and `rawResponse`. */
  result: Record<string, unknown>;
  /** URLs of the stored pages, or the HTML itself. */
  html: string[];
  raw: unknown[] | undefined;
}

/**
 * Reads the body of a monitor response, without unknown fields and without optional values that are invalid.
 * @throws ProviderError transient if it has no valid result
 */
export function readRemoteResult(engine: Engine, text: string): RemoteResult {
  const body = envelope.safeParse(parseBody(text));
  if (!body.success) throw unexpectedFormat(engine, body.error);
  const { html, rawResponse, ...fields } = body.data.result;
  const schema: z.ZodObject = resultSchemas[engine];
  const result = repairResult(schema, fields);
  if (result === undefined) throw unexpectedFormat(engine);
  return {
    result,
    html: [html].flat().filter((page) => typeof page === 'string'),
    raw: Array.isArray(rawResponse) ? rawResponse : undefined,
  };
}

function unexpectedFormat(engine: Engine, cause?: Error): ProviderError {
  const message = `The remote service’s ${engine} answer has an unexpected format.`;
  return new ProviderError('transient', message, { cause });
}
