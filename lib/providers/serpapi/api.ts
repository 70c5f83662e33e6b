import { type Envelope, readEnvelope } from '#lib/providers/serpapi/envelope';
import { failureOfBody, failureOfReply } from '#lib/providers/serpapi/failure';
import { getFromVendor, isSuccess, vendorUrl } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

export interface SerpApiAccess {
  baseUrl: string;
  apiKey: string;
}

/** The vendor's own parameters; one left undefined is not sent. */
export type SearchParameters = Record<string, string | undefined>;

/** An answer, and what is around its results. */
export interface Found {
  /** As received, storable. */
  body: unknown;
  envelope: Envelope;
}

/**
 * One search, never from the vendor's cache, for an answer is asked for as it is now. Wherever the vendor repeats
 * the key, in an error or in its answer, it is taken out.
 * @throws ProviderFailure when there is no answer; an empty one is an answer
 */
export async function search(
  access: SerpApiAccess,
  parameters: SearchParameters,
  { signal, now }: { signal: AbortSignal; now: Date },
): Promise<Found> {
  const base = access.baseUrl.replace(/\/search(?:\.json)?\/*$/, '');
  const url = new URL(vendorUrl(base, '', 'search.json'));
  for (const [name, value] of Object.entries({ ...parameters, no_cache: 'true', api_key: access.apiKey })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const reply = await getFromVendor(url.href, { headers: {}, signal });
  const text = withoutKey(reply.text, access.apiKey);
  if (!isSuccess(reply)) throw failureOfReply({ ...reply, text }, now);
  const body = parsedBody(text);
  const envelope = readEnvelope(body);
  const failure = failureOfBody(envelope);
  if (failure) throw failure;
  return { body, envelope };
}

/** Keys are long; a short stand-in for one must not take letters out of words. */
function withoutKey(text: string, key: string): string {
  if (key.length < 8) return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}
