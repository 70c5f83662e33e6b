import { expect, test } from 'vitest';
import { engines } from '#lib/contract/engines';
import { limits } from '#lib/contract/plans';
import { requestSchemas } from '#lib/contract/requests';
import { taskInputSchema } from '#lib/contract/tasks';

/* A regular expression that backtracks exponentially would take hours to match these texts. */

/** Maximum CPU time, in milliseconds, to validate a request with a field as large as `/v1` accepts in a body other than a batch. */
const maxMs = 200;
const length = limits.bodyBytes;
const repeat = (part: string) => part.repeat(Math.ceil(length / part.length));
const texts = {
  'one word': repeat('a'),
  spaces: repeat(' '),
  commas: repeat(','),
  'parts of a location': repeat('a,'),
  'two long parts of a location': `${repeat('a')},${repeat('a')},`,
  'a uule with an invalid end': `w+${repeat('a')}!`,
  'an encoded uule with an invalid end': `w+${repeat('%3D')}!`,
  'lone surrogates': repeat('\ud83d'),
  'subtags of a language': `fr${repeat('-ab')}`,
  hosts: `https://${repeat('a.')}`,
};
const fields = [
  'prompt',
  'query',
  'country',
  'state',
  'location',
  'uule',
  'device',
  'pages',
  'include',
  'gl',
  'hl',
];

function measureMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test.each(Object.entries(texts))('fields with %s are validated quickly', (_, text) => {
  const slow: string[] = [];
  const measure = (label: string, work: () => unknown) => {
    // The minimum of two attempts, because other tests run at the same time.
    const ms = Math.min(measureMs(work), measureMs(work));
    if (ms > maxMs) slow.push(`${label}: ${Math.round(ms)} ms`);
  };
  for (const engine of engines) {
    for (const field of fields) {
      const body = { prompt: 'a', query: 'a', country: 'US', [field]: text };
      measure(`${engine} ${field}`, () => requestSchemas[engine].safeParse(body));
    }
  }
  const task = { taskType: 'CHAT', payload: {} };
  measure('idempotencyKey', () => taskInputSchema.safeParse({ ...task, idempotencyKey: text }));
  measure('webhook', () => taskInputSchema.safeParse({ ...task, webhook: { url: text } }));
  expect(slow).toEqual([]);
});
