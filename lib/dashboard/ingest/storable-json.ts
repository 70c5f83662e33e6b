import { storableText } from '#lib/core/storable-text';

// A number follows a sign of JSON or white space: "4e999" within an id is none.
const unstorable = /\\u(?:0000|[dD][89a-fA-F])|(?:^|[\s:,[])-?[\d.]+[eE]\+?\d{3}/u;

/**
 * JSON text as PostgreSQL's jsonb takes it: NUL and lone surrogates, which it refuses, become the replacement
 * character, and numbers past all bounds null. Text without such things is handed back as it is.
 */
export function storableJson(json: string): string {
  if (!unstorable.test(json)) return json;
  return JSON.stringify(JSON.parse(json), (_, value: unknown) => {
    if (typeof value === 'string') return storableText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [storableText(key), held]));
  });
}
