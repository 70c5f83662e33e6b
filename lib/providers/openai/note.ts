import type { VendorError, VendorResponse } from '#lib/providers/openai/body';
import { vendorWords } from '#lib/providers/vendor-failure';

/**
 * Whether an error says that the vendor's own safety stopped the question: that is how the engine answers it, and
 * no attempt or key would change it.
 */
export function isSafetyBlock({ code, message }: VendorError): boolean {
  const word = String(code ?? '');
  if (/^content_filter$|_policy(?:_violation)?$/.test(word)) return true;
  return word === 'invalid_prompt' && /flagged|usage polic|safety/i.test(message ?? '');
}

/** Why a response is no whole answer, in a sentence; undefined for one that is. */
export function noteOn({ error, incomplete_details, output }: VendorResponse): string | undefined {
  if (error) return `The engine refused to answer: ${vendorWords(error.code, error.message)}`;
  const reason = incomplete_details?.reason;
  if (reason === 'content_filter') return 'The engine’s own filter stopped the answer.';
  if (reason) return `The answer was cut short: ${vendorWords(reason)}.`;
  const parts = (output ?? []).flatMap((item) => item.content ?? []);
  return parts.some((part) => part.refusal) ? 'The engine refused to answer.' : undefined;
}
