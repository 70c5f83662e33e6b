import { postToVendor, type VendorReply, vendorUrl } from '#lib/providers/vendor-http';

export interface OpenAiAccess {
  baseUrl: string;
  apiKey: string;
}

/** The Responses API, HTTP only; xAI has it too. @throws as `postToVendor` does */
export function createResponse(
  access: OpenAiAccess,
  body: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  return postToVendor(vendorUrl(access.baseUrl, 'v1', 'responses'), {
    headers: { authorization: `Bearer ${access.apiKey}` },
    body,
    signal,
  });
}
