/** The path parameters and query of a request. Fields that are null or undefined are left out. */
export interface UrlInput {
  params?: Record<string, string | null | undefined>;
  query?: Record<string, string | null | undefined>;
}

/**
 * Returns the URL of a request.
 * @param path of the route table, with `{name}` for a path parameter
 */
export function buildRequestUrl(baseUrl: string, path: string, { params = {}, query = {} }: UrlInput): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
