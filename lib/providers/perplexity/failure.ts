import { z } from 'zod';
import { errorSchema, type VendorError } from '#lib/providers/perplexity/body';
import { ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

/** The failure an answer with a status other than 2xx stands for. */
export function failureOfReply(reply: VendorReply, now: Date): ProviderFailure {
  const error = errorBody.safeParse(parsedBody(reply.text)).data?.error ?? {};
  const kind = error.type === 'insufficient_quota' ? 'quota' : kindOfStatus(reply.status);
  return new ProviderFailure(kind, `Perplexity answered ${reply.status}: ${inWords(error)}`, {
    retryAfterMs: retryAfterOf(reply.headers, now),
  });
}

/** The failure told inside a 200; its `code` is the HTTP status it would have had. */
export function failureOfError(error: VendorError): ProviderFailure {
  const status = typeof error.code === 'number' ? error.code : 500;
  return new ProviderFailure(kindOfStatus(status), `Perplexity failed midway: ${inWords(error)}`);
}

function inWords(error: VendorError): string {
  return vendorWords(error.type ?? error.code, error.message);
}
