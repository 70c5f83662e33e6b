const locationField = 0x22;

/** What an encoded location says: a canonical name, or degrees; nothing where it cannot be read. */
export interface Decoded {
  name?: string;
  latitude?: number;
  longitude?: number;
}

/**
 * Reads a `uule`: `w+` holds a small protocol buffer whose fourth field is the canonical name, `a+` a text with
 * degrees times ten million.
 */
export function decodeUule(uule: string): Decoded {
  const bytes = Buffer.from(uule.slice(2).replaceAll('%3D', '='), 'base64');
  return uule.startsWith('a+') ? degrees(bytes.toString('utf8')) : canonicalName(bytes);
}

function canonicalName(bytes: Buffer): Decoded {
  const start = bytes.indexOf(locationField);
  const length = start < 0 ? undefined : bytes[start + 1];
  if (length === undefined || length === 0) return {};
  const name = bytes.subarray(start + 2, start + 2 + length).toString('utf8');
  return /^[\p{L}\p{M}\p{N} ,.'’()/-]+$/u.test(name) ? { name } : {};
}

function degrees(text: string): Decoded {
  const latitude = Number(/latitude_?e7:\s*(-?\d+)/i.exec(text)?.[1]) / 1e7;
  const longitude = Number(/longitude_?e7:\s*(-?\d+)/i.exec(text)?.[1]) / 1e7;
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth ? { latitude, longitude } : {};
}
