import { notFound } from 'next/navigation';

/** The domain an address names, in lower case; nothing is at an address that can name none. */
export function parseDomain(segment: string): string {
  const domain = decoded(segment).toLowerCase();
  return /^[^\s\p{Cc}/]+$/u.test(domain) ? domain : notFound();
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
