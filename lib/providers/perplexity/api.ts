import { postToVendor, type VendorReply, vendorUrl } from '#lib/providers/vendor-http';

export interface PerplexityAccess {
  baseUrl: string;
  apiKey: string;
}

/** The chat completions endpoint, HTTP only; it has no version segment. @throws as `postToVendor` does */
export function createCompletion(
  access: PerplexityAccess,
  body: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  return postToVendor(vendorUrl(access.baseUrl, '', 'chat/completions'), {
    headers: { authorization: `Bearer ${access.apiKey}` },
    body,
    signal,
  });
}
