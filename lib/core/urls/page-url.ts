/** Returns the URL of a page with the parameters that are set and not empty, in their order. */
export function getPageUrl(
  path: string,
  parameters: Readonly<Record<string, string | null | undefined>>,
): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}
