import { z } from 'zod';
import { errorSchema, type VendorError } from '#lib/providers/openai/body';
import { isSafetyBlock } from '#lib/providers/openai/note';
import { type FailureKind, ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

/** Words in `code` or `type` that say the account is out of quota or money. */
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Words there that no second attempt changes, whatever the status beside them. */
const permanentCodes = new Set([
  'account_deactivated',
  'invalid_api_key',
  'authentication_error',
  'permission_error',
  'invalid_request_error',
  'invalid_prompt',
  'model_not_found',
  'unsupported_country_region_territory',
  'unsupported_value',
  'unsupported_parameter',
  'context_length_exceeded',
]);

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

/** The failure an answer with a status other than 2xx stands for. */
export function failureOfReply(reply: VendorReply, now: Date): ProviderFailure {
  const error = errorBody.safeParse(parsedBody(reply.text)).data?.error ?? {};
  const kind = kindInWords(error) ?? kindOfStatus(reply.status);
  const retryAfterMs = retryAfterOf(reply.headers, now) ?? waitInWords(error.message);
  return new ProviderFailure(kind, `OpenAI answered ${reply.status}: ${inWords(error)}`, { retryAfterMs });
}

/** Whether an answer with a status other than 2xx tells that the question was stopped by the vendor's safety. */
export function isBlockedReply(reply: VendorReply): boolean {
  const error = errorBody.safeParse(parsedBody(reply.text)).data?.error;
  return error ? isSafetyBlock(error) : false;
}

/** The failure told inside a 200. What is not known to be permanent may pass. */
export function failureOfError(error: VendorError, vendor = 'OpenAI'): ProviderFailure {
  const kind = kindInWords(error) ?? 'transient';
  return new ProviderFailure(kind, `${vendor} failed midway: ${inWords(error)}`, {
    retryAfterMs: waitInWords(error.message),
  });
}

/** The kind that the vendor's words tell, or undefined where they leave it to the status. */
function kindInWords(error: VendorError): FailureKind | undefined {
  const code = String(error.code ?? '');
  if (code === 'rate_limit_exceeded' || code === 'server_error') return undefined;
  const said = [code, error.type ?? ''];
  if (said.some((word) => quotaCodes.has(word))) return 'quota';
  return said.some((word) => permanentCodes.has(word)) ? 'permanent' : undefined;
}

function inWords(error: VendorError): string {
  return vendorWords(error.code ?? error.type, error.message);
}

/** Rate limits are often told in the sentence alone: "Please try again in 1.5s". */
function waitInWords(message: string | null | undefined): number | undefined {
  const found = /try again in (\d+(?:\.\d+)?)(ms|s)\b/i.exec(message ?? '');
  if (!found) return undefined;
  return Math.ceil(Number(found[1]) * (found[2]?.toLowerCase() === 's' ? 1000 : 1));
}
