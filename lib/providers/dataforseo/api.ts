import { postToVendor, type VendorReply, vendorUrl } from '#lib/providers/vendor-http';

export interface DataForSeoAccess {
  baseUrl: string;
  login: string;
  password: string;
}

/** A live endpoint, HTTP only: one task a request, answered in the same exchange. @throws as `postToVendor` does */
export function postTask(
  { baseUrl, login, password }: DataForSeoAccess,
  path: string,
  task: object,
  signal: AbortSignal,
): Promise<VendorReply> {
  const credentials = Buffer.from(`${login}:${password}`).toString('base64');
  return postToVendor(vendorUrl(baseUrl, 'v3', path), {
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
    body: [task],
    signal,
  });
}
