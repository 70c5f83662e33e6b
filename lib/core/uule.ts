/** The canonical name of a place, as Google lists it, or coordinates in degrees; empty if the uule cannot be decoded. */
export interface DecodedLocation {
  name?: string;
  latitude?: number;
  longitude?: number;
}

/** A uule as it stands in a URL: base64 in the standard or the URL-safe alphabet, which may be percent-encoded. */
export const uulePattern = /^[wa](?:\+|%2[Bb])(?:[\w+/=-]|%2[BbFf]|%3[Dd])+$/;

/** Returns a uule without percent escapes and in the standard alphabet, as every provider accepts it. */
export function normalizeUule(uule: string): string {
  return uule
    .replaceAll(/%2b/gi, '+')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/%3d/gi, '=')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

/**
 * Decodes Google's `uule` parameter: `w+` contains a protocol buffer whose field 4 is the name, `a+`
 * contains a text with coordinates multiplied by ten million.
 */
export function decodeUule(uule: string): DecodedLocation {
  const bytes = Buffer.from(uule.slice(2), 'base64');
  return uule.startsWith('a+') ? readCoordinates(bytes.toString('utf8')) : readCanonicalName(bytes);
}

/** Tag of field 4, wire type 2. */
const canonicalNameTag = 0x22;

function readCanonicalName(bytes: Buffer): DecodedLocation {
  const start = bytes.indexOf(canonicalNameTag);
  const length = start < 0 ? undefined : bytes[start + 1];
  if (length === undefined || length === 0) return {};
  const name = bytes.subarray(start + 2, start + 2 + length).toString('utf8');
  return /^[\p{L}\p{M}\p{N} ,.'’()/-]+$/u.test(name) ? { name } : {};
}

function readCoordinates(text: string): DecodedLocation {
  const latitude = Number(/latitude_?e7:\s*(-?\d+)/i.exec(text)?.[1]) / 1e7;
  const longitude = Number(/longitude_?e7:\s*(-?\d+)/i.exec(text)?.[1]) / 1e7;
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isValid ? { latitude, longitude } : {};
}
