import { postToVendor, type VendorReply, vendorUrl } from '#lib/engines/vendor-http';

export interface XaiAccess {
  baseUrl: string;
  apiKey: string;
}

/** xAI's Responses API, HTTP only. @throws as `postToVendor` does */
export function createXaiResponse(
  access: XaiAccess,
  body: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  return postToVendor(vendorUrl(access.baseUrl, 'v1', 'responses'), {
    headers: { authorization: `Bearer ${access.apiKey}` },
    body,
    signal,
  });
}
