/** A list or object nested so deep that it has `bytes` bytes. */
export const nestBody = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);

/** The members of an object with as many keys as fit into `bytes` bytes. */
export function listKeys(bytes: number): string {
  const keys: string[] = [];
  for (let length = 0, key = 0; length < bytes; key += 1) {
    keys.push(`"k${key}":0`);
    length += keys[key]?.length ?? 0;
    length += 1;
  }
  return keys.join(',');
}
