import type { Engine } from '#lib/contract/engines';
import { postToVendor, type VendorReply, vendorUrl } from '#lib/providers/vendor-http';

export interface RemoteAccess {
  baseUrl: string;
  apiKey: string;
}

/** The monitor endpoint of a service that speaks this interface, HTTP only. @throws as `postToVendor` does */
export function postMonitor(
  access: RemoteAccess,
  engine: Engine,
  body: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  return postToVendor(vendorUrl(access.baseUrl, 'v1', `monitor/${engine}`), {
    headers: { authorization: `Bearer ${access.apiKey}`, accept: 'application/json' },
    body,
    signal,
  });
}
