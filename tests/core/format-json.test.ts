import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '#lib/core/format-json';

test('indents JSON, and returns other texts unchanged', () => {
  expect(formatJson('{"a":[1,{"b":"],{\\"["}]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "],{\\"["\n    }\n  ]\n}',
  );
  expect(formatJson('{"a":')).toBe('{"a":');
  expect(formatJson('')).toBe('');
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (json) => {
      const formatted = formatJson(json);
      expect(JSON.parse(formatted)).toEqual(JSON.parse(json));
      if (json.length < 100) expect(formatted).toBe(JSON.stringify(JSON.parse(json), null, 2));
    }),
  );
});

test.each([
  ['nested lists', '['.repeat(6_000) + ']'.repeat(6_000)],
  ['many values in nested lists', `${'['.repeat(100) + '1,'.repeat(30_000)}1${']'.repeat(100)}`],
  ['nested objects', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ['nested lists that are too deep to indent', '['.repeat(30_000) + ']'.repeat(30_000)],
])('does not make %s more than four times as long', (_, json) => {
  expect(formatJson(json).length).toBeLessThanOrEqual(4 * json.length);
});
