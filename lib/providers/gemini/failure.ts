import { z } from 'zod';
import { errorSchema, type VendorError } from '#lib/providers/gemini/body';
import { type FailureKind, ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

const errorBody = z.looseObject({ error: errorSchema.nullish().catch(undefined) });

/** The failure an answer with a status other than 2xx stands for. Errors of streams come in a one-item array. */
export function failureOfReply(reply: VendorReply, now: Date): ProviderFailure {
  const body = parsedBody(reply.text);
  const error = errorBody.safeParse(Array.isArray(body) ? body[0] : body).data?.error ?? {};
  const retryAfterMs = retryDelayOf(error) ?? retryAfterOf(reply.headers, now);
  return new ProviderFailure(
    kindOf(error, reply.status),
    `Gemini answered ${reply.status}: ${inWords(error)}`,
    {
      retryAfterMs,
    },
  );
}

/** The failure told inside a 200 stream; its `code` is the HTTP status it would have had. */
export function failureOfError(error: VendorError): ProviderFailure {
  return new ProviderFailure(kindOf(error, error.code ?? 500), `Gemini failed midway: ${inWords(error)}`, {
    retryAfterMs: retryDelayOf(error),
  });
}

/** A quota that is counted by the day is spent for this day, whatever wait stands beside it. */
function kindOf(error: VendorError, status: number): FailureKind {
  const violations = (error.details ?? []).flatMap((detail) => detail.violations ?? []);
  const spent = status === 429 && violations.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''));
  return spent ? 'quota' : kindOfStatus(status);
}

/** RetryInfo's wait (`"34.4s"`) in milliseconds. */
function retryDelayOf(error: VendorError): number | undefined {
  const delay = error.details?.find((detail) => detail.retryDelay)?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '')?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

function inWords(error: VendorError): string {
  const reason = error.details?.find((detail) => detail.reason)?.reason ?? error.status;
  return vendorWords(reason, error.message);
}
