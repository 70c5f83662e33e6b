import { z } from 'zod';
import { errorSchema } from '#lib/providers/openai/body';
import { ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

/** `error` is a sentence beside a `code`; gateways before the vendor send an object instead. */
const errorBody = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  error: z
    .union([z.string().transform((message) => ({ code: null, type: null, message })), errorSchema])
    .nullish()
    .catch(undefined),
});

/** Spent credits come with a status that otherwise passes by itself. */
const spent = /\b(?:used all available credits|monthly spending limit|insufficient[ _]quota)\b/i;

/** The vendor's own safety answers with a 403 and this sentence, which goes on with ids of the account. */
const blocked = /\bContent violates usage guidelines\b/i;

/** What the vendor's safety said when it stopped the question; undefined for any other failure. */
export function blockOfXaiReply(reply: VendorReply): string | undefined {
  const message = errorBody.safeParse(parsedBody(reply.text)).data?.error?.message ?? '';
  return blocked.exec(message)?.[0];
}

/** The failure an answer with a status other than 2xx stands for. A bad key is a 400 here, as permanent as a 401. */
export function failureOfXaiReply(reply: VendorReply, now: Date): ProviderFailure {
  const body = errorBody.safeParse(parsedBody(reply.text)).data;
  const { code, type, message } = body?.error ?? {};
  const words = vendorWords(body?.code ?? code ?? type, message);
  const kind = spent.test(words) ? 'quota' : kindOfStatus(reply.status);
  return new ProviderFailure(kind, `xAI answered ${reply.status}: ${words}`, {
    retryAfterMs: retryAfterOf(reply.headers, now),
  });
}
