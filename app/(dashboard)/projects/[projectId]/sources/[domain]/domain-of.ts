/** The domain an address names, in lower case; what cannot be decoded stands as it is and matches nothing. */
export function domainOf(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}
