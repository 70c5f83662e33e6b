import { notFound } from 'next/navigation';

/** Parses the domain in a URL segment. Shows the 404 page if it is not valid. */
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
