import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { doctorChecks } from '#lib/cli/doctor-checks';
import { runProgram } from '#scripts/system/run-program';
import { createDatabase } from '#tests/support/database';
import { inheritedEnv, node, root } from '#tests/support/process';
import { getServerUrl } from '#tests/support/service';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

const database = await createDatabase();
const dataFolder = createTempFolder();
/** Stands for the public address of an instance whose metrics are, or are not, public. */
let metricsStatus = 404;
const server = createServer((_, response) => response.writeHead(metricsStatus).end());
await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
const { port } = new URL(getServerUrl(server));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
  deleteTempFolder(dataFolder);
});

const items = doctorChecks.map(({ item }) => item);
const random = 'f3a91c7be05d2846';
const outputSchema = z.object({
  findings: z.array(z.object({ item: z.string(), status: z.enum(['ok', 'warning']) })),
});

function run(command: string[], env: Record<string, string>) {
  return runProgram([node, 'lib/cli/main.ts', ...command], {
    cwd: root,
    env: {
      ...inheritedEnv,
      DATABASE_URL: database.url,
      DATA_DIR: dataFolder,
      ENCRYPTION_KEY: 'f3a91c7be05d2846'.split('').toReversed().join('').repeat(3) + random,
      NEXTAUTH_SECRET: 'zKf93nQpLw7x-Vb2mRt8sYh4Jd6cGa1e0',
      ...env,
    },
  });
}

/** Runs `doctor`. @returns the exit code, the lines without the JSON, and the items with a warning */
async function runDoctor(env: Record<string, string>) {
  const { code, stdout } = await run(['doctor'], env);
  const lines = stdout.trimEnd().split('\n');
  const { findings } = outputSchema.parse(JSON.parse(lines.pop() ?? ''));
  expect(findings.map(({ item }) => item)).toEqual(items);
  expect(lines.map((line) => /^(ok|warning): (.*?)(?: – .+)?$/.exec(line)?.slice(1))).toEqual(
    findings.map(({ status, item }) => [status, item]),
  );
  return {
    code,
    lines,
    warnings: findings.filter(({ status }) => status === 'warning').map(({ item }) => item),
  };
}

test('SECURITY.md lists exactly the items that are checked, in the same order', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const [, section = ''] = text.split('## What operators must do\n');
  const bullets = section.split('\n').filter((line) => line.startsWith('- '));
  expect(bullets.map((line) => /^- \*\*(.+?)\*\*: \S/.exec(line)?.[1])).toEqual(items);
});

test('an instance that only this machine can reach needs nothing', async () => {
  expect(await runDoctor({})).toMatchObject({ code: 0, warnings: [] });
});

test('reports everything that is unsafe on a public instance, and what to do', async () => {
  expect((await run(['demo', 'ensure'], {})).code).toBe(0);
  metricsStatus = 200;
  const { code, lines, warnings } = await runDoctor({
    APP_URL: `http://0.0.0.0:${port}`,
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    WORKER_METRICS_PORT: port,
    ALLOWED_HOSTS: 'localhost',
    OPENAI_API_KEY: 'any',
  });
  expect(code).toBe(1);
  expect(warnings).toEqual(items.filter((item) => !['Reverse proxies', 'Database role'].includes(item)));
  expect(lines[0]).toMatch(/^warning: Secrets – ENCRYPTION_KEY is easy to guess\. Set ENCRYPTION_KEY to /);
});

test('a public instance with all settings has no warnings about them', async () => {
  metricsStatus = 404;
  const { warnings } = await runDoctor({
    APP_URL: `http://0.0.0.0:${port}`,
    WORKER_METRICS_PORT: port,
    ALLOWED_HOSTS: 'answers.internal',
    OPENAI_API_KEY: 'any',
    SIGN_UP: 'invitation',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    EMAIL_FROM: 'Answerscope <no-reply@answers.example>',
  });
  expect(warnings).toEqual(['HTTPS', 'Demo']);
});

test.each([
  [{ APP_URL: 'https://127.0.0.1:1', TRUSTED_PROXIES: '0' }, ['Reverse proxies']],
  [{ APP_URL: 'http://localhost:3000', TRUSTED_PROXIES: '1' }, ['Reverse proxies']],
  [{ APP_URL: 'https://127.0.0.1:1', TRUSTED_PROXIES: '1' }, ['Reverse proxies']],
  [{ ENCRYPTION_KEY: '' }, ['Secrets']],
  [{ NEXTAUTH_SECRET: 'a'.repeat(40) }, ['Secrets']],
  [{ DATABASE_URL: database.adminUrl }, ['Database role']],
])('warns with %j', async (env, expected) => {
  expect(await runDoctor(env)).toMatchObject({ code: 1, warnings: expected });
});

test('does not claim that metrics are private if the instance does not respond', async () => {
  const { lines } = await runDoctor({ APP_URL: 'http://0.0.0.0:1' });
  expect(lines.find((line) => line.includes('Metrics'))).toContain(
    'it is unknown whether /metrics is public',
  );
});
