import { expect, it } from 'vitest';
import type { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import { parseEnv } from '#lib/core/env';
import { createInstanceProvider, type ProviderName, providerCatalog } from '#lib/providers/registry';
import { describeSchema, getFieldSchema, isNeeded } from '#lib/providers/response-shape/describe-schema';
import { isProviderName } from '#lib/service/provider-keys/available-providers';

const names = Object.keys(providerCatalog).filter(isProviderName);
const settings = parseEnv({
  ...Object.fromEntries(
    names.flatMap((name) => providerCatalog[name].credentialSettings).map((setting) => [setting, 'k']),
  ),
  REMOTE_BASE_URL: 'http://127.0.0.1:1',
});
const pairs = names.flatMap((name) =>
  engines.flatMap((engine): [ProviderName, Engine, z.ZodType][] => {
    const created = createInstanceProvider<Engine>(name, engine, settings);
    return created ? [[name, engine, created.provider.responseSchema]] : [];
  }),
);

/** Lists the paths that a schema needs, up to a depth. */
function listNeeded(schema: z.ZodType, path = '', depth = 0): string[] {
  if (depth > 10) return [];
  const read = describeSchema(schema);
  const keys = [...new Set(read.forms.flatMap((form) => [...form.keys()]))];
  return [
    ...keys.flatMap((key) => {
      const field = getFieldSchema(read, key);
      if (!field) return [];
      const child = path === '' ? key : `${path}.${key}`;
      const isFieldNeeded = read.forms.some((form) => {
        const own = form.get(key);
        return own !== undefined && isNeeded(own);
      });
      return [...(isFieldNeeded ? [child] : []), ...listNeeded(field, child, depth + 1)];
    }),
    ...(read.item ? listNeeded(read.item, `${path}[]`, depth + 1) : []),
  ];
}

/** The field with the text of an answer, or the titles of results. */
const textFields: Partial<Record<ProviderName, string>> = {
  openai: 'response.output[].content[].text',
  gemini: 'candidates[].content.parts[].text',
  xai: 'response.output[].content[].text',
};

it('every provider has a response schema for an engine', () => {
  expect(new Set(pairs.map(([name]) => name))).toEqual(new Set(names));
});

it.each(pairs)('%s needs the text of an answer or the titles of results for %s', (name, _, schema) => {
  const needed = listNeeded(schema);
  expect(needed.filter((path) => /(?:text|title|content|snippet|markdown)$/.test(path))).not.toEqual([]);
  const textField = textFields[name];
  if (textField) expect(needed).toContain(textField);
});
