import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { plans } from '#lib/contract/plans';
import { requestSchemas } from '#lib/contract/requests';
import { taskInputSchema } from '#lib/contract/tasks';
import { root } from '#tests/support/process';

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })];
const readFile = (name: string) => readFileSync(join(root, name), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFile('package.json')));

/** Matches paths of files and folders, such as `lib/core/env.ts`, but not placeholders, such as `lib/providers/<name>`. */
const pathPattern =
  /(?<![\w/.])(?:lib|app|components|scripts|tests|fixtures|examples|ops|docs|public)(?:\/(?:[\w.-]*\w|\(\w+\)))+/g;

test.each(documents)('%s refers only to existing files, folders and commands', (name) => {
  const text = readFile(name);
  const missing = [...text.matchAll(pathPattern)]
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  const commands = [...text.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, command = '']) => command);
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([]);
});

test('the example requests of the API are valid', () => {
  const examples = [...readFile('docs/api.md').matchAll(/curl \S+(\/v1\/\S+)[^`]*? -d '([^']+)'/g)];
  const schemas: Record<string, z.ZodType> = {
    '/v1/monitor/chat': requestSchemas.chat,
    '/v1/async/task': taskInputSchema,
  };
  expect(examples.map(([, path = '']) => path)).toEqual(Object.keys(schemas));
  for (const [, path = '', body = ''] of examples) {
    expect(schemas[path]?.safeParse(JSON.parse(body)), path).toMatchObject({ success: true });
  }
});

test('the page of commands lists every command of package.json', () => {
  const page = readFile('docs/commands.md');
  const isListed = (script: string) =>
    ['npm run', 'npm run --silent', 'npm'].some((prefix) => page.includes(`${prefix} ${script}`));
  expect(Object.keys(scripts).filter((script) => !isListed(script))).toEqual([]);
});

test('the page for operators lists every plan with its credits and limits', () => {
  const page = readFile('docs/operating.md');
  const rows = Object.entries(plans).map(([plan, { monthlyCredits, syncConcurrency, asyncConcurrency }]) =>
    ['', `\`${plan}\``, monthlyCredits.toLocaleString('en-US'), syncConcurrency, asyncConcurrency, '']
      .join(' | ')
      .trim(),
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
