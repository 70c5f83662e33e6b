/**
 * The page an address leads to: some links of the engine's pages go through its own counter, such as
 * `google.com/url?q=…`, which carries the page's address.
 */
export function pageAddress(address: string): string {
  const url = URL.parse(address);
  if (!url || !/(?:^|\.)google\.[a-z.]+$/.test(url.hostname) || !/^\/(?:url|goto)$/.test(url.pathname)) {
    return address;
  }
  const target = url.searchParams.get('q') ?? url.searchParams.get('url') ?? '';
  return /^https?:\/\//.test(target) && URL.canParse(target) ? target : address;
}
