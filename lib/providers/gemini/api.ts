import { postToVendor, type VendorReply, vendorUrl } from '#lib/providers/vendor-http';

export interface GeminiAccess {
  baseUrl: string;
  apiKey: string;
}

/** The streaming generation endpoint, HTTP only. @throws as `postToVendor` does */
export function streamGenerateContent(
  access: GeminiAccess,
  model: string,
  body: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  const path = `models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`;
  return postToVendor(vendorUrl(access.baseUrl, 'v1beta', path), {
    headers: { 'x-goog-api-key': access.apiKey },
    body,
    signal,
  });
}
