import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import { createOperatorContext } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createObservedProject } from '#tests/dashboard/analytics/support/observations';
import { startService } from '#tests/support/service';

const testService = await startService();
const tenant = await testService.createTenant();
const { projectId } = await createObservedProject(testService.db, tenant.id);
const { secret } = await createApiKey(createOperatorContext(testService.service, tenant.id), {
  name: 'agent',
  scopes: ['read'],
});
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${testService.baseUrl}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  }),
);
afterAll(async () => {
  await client.close();
  await testService.stop();
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const malformed: unknown[] = [
  '0000-01-01',
  '1000-01-01',
  '9999-12-31',
  '275760-09-13',
  '2026-02-30',
  '-1',
  'NaN',
  '1e309',
  '',
  'a\u0000b',
  'x'.repeat(5_000),
  encode({ from: 'x', to: 'y', after: 'z' }),
  encode({ fingerprint: 'x', after: '9999-99-99T99:99:99.999999Z_00000000-0000-0000-0000-000000000000' }),
  -1,
  0,
  1e308,
  1.5,
  null,
  true,
  [],
  {},
];

test('tools answer any date, number and cursor with a result or a clear sentence', {
  timeout: 120_000,
}, async () => {
  const { tools } = await client.listTools();
  const failures: unknown[] = [];
  for (const { name, inputSchema } of tools) {
    const properties = Object.keys(inputSchema.properties ?? {});
    const names = properties.filter((property) =>
      /^(?:from|to|limit|cursor|compareFrom|compareTo|interval|by|days|brand|run)$/.test(property),
    );
    for (const property of names) {
      for (const value of malformed) {
        const by = properties.includes('by') ? { by: 'engine' } : {};
        const project = properties.includes('project') ? { project: projectId } : {};
        const input = { ...project, ...by, [property]: value };
        const text = await client.callTool({ name, arguments: input }).then(
          ({ content }) => JSON.stringify(content),
          (error: Error) => error.message,
        );
        if (/Something went wrong|Internal/i.test(text)) failures.push([name, property, value, text]);
      }
    }
  }
  expect(failures).toEqual([]);
});
