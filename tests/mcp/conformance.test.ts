import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { node, root } from '#tests/support/process';
import { getServerUrl, startService } from '#tests/support/service';

const testService = await startService();
const { secret } = await testService.createTenant();
const folder = mkdtempSync(join(tmpdir(), 'answerscope-conformance-'));

/** Adds an API key to requests, because the conformance program sends none, and changes nothing else. */
const proxy = createServer((incoming, outgoing) => {
  const { method = 'GET', url = '/', headers } = incoming;
  const forwarded = request(
    `${testService.baseUrl}${url}`,
    { method, headers: { ...headers, authorization: `Bearer ${secret}` } },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    },
  );
  incoming.pipe(forwarded);
});
await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await testService.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios for features that this server doesn't have: logging, completion, resources and prompts. */
const otherFeatures = ['logging-', 'completion-', 'resources-', 'prompts-'];
/** Scenarios that call tools of a server written for the conformance program. */
const testTools = ['tools-call-', 'elicitation-', 'json-schema-', 'server-sse-polling'];

const { stdout: list } = await promisify(execFile)(node, [program, 'list', '--server']);
const scenarios = [...list.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
const isApplicable = (name: string) =>
  ![...otherFeatures, ...testTools].some((prefix) => name.startsWith(prefix));

test('five scenarios apply to a stateless server with tools only', () => {
  expect(scenarios.filter(isApplicable)).toEqual([
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ]);
});

test.each(scenarios.filter(isApplicable))(
  'passes the conformance scenario %s',
  async (name) => {
    const args = [program, 'server', '--url', `${getServerUrl(proxy)}/mcp`, '--scenario', name];
    const { stdout } = await promisify(execFile)(node, args, { cwd: folder });
    expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  },
  30_000,
);
