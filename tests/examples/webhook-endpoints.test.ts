import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { signWebhook } from '#lib/contract/sign-webhook';
import type { Context } from '#lib/db/context';
import { enableSigning, rotateSigningSecret } from '#lib/service/webhooks/signing';
import { findFreePort } from '#scripts/system/free-port';
import { findDelivery, insertDelivery } from '#tests/support/deliveries';
import { node, root } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';
import { startWebhookService } from '#tests/support/webhook-service';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: the example endpoint in Python is NOT tested.');

const ports = { typescript: await findFreePort(), python: await findFreePort() };
const webhookService = await startWebhookService(
  Object.values(ports)
    .map((port) => `127.0.0.1:${port}`)
    .join(),
);
afterAll(() => webhookService.testService.stop());

const programs = {
  typescript: [node, join(root, 'examples', 'webhook-endpoint.ts')],
  python: ['python3', join(root, 'examples', 'webhook_endpoint.py')],
} as const;
type Language = keyof typeof programs;

/**
 * Runs the example endpoint with a secret until the test ends.
 * @returns its URL, and functions that read its output and stop it
 */
async function startExampleEndpoint(language: Language, secret: string) {
  const [program, file] = programs[language];
  const port = ports[language];
  const server = spawn(program, [file], {
    env: { ...process.env, PORT: String(port), SIGNING_SECRET: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((done) => server.once('exit', done));
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const stop = async () => {
    server.kill();
    await exited;
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}/`;
  await waitFor('the endpoint listens', () =>
    fetch(url, { method: 'POST', body: '' }).then(
      () => true,
      () => false,
    ),
  );
  return { url, readLines: () => output.split('\n').filter(Boolean), stop };
}

/** Delivers a task. @returns its ID and the status of the response */
async function deliver(context: Context, url: string) {
  const body = JSON.stringify({ task: { id: crypto.randomUUID(), status: 'COMPLETED', note: 'ü €' } });
  const { taskId } = await insertDelivery(context, url, body);
  await webhookService.deliverDue();
  const { attempts } = await findDelivery(context, taskId);
  return { id: JSON.parse(body).task.id, status: attempts[0]?.statusCode };
}

describe.each(Object.keys(programs) as Language[])('the example endpoint in %s', (language) => {
  const isSkipped = language === 'python' && !hasPython;

  test.skipIf(isSkipped)('does not start without a secret', () => {
    const [program, file] = programs[language];
    const { SIGNING_SECRET: _, ...env } = process.env;
    const { status } = spawnSync(program, [file], {
      env: { ...env, PORT: String(ports[language]) },
      timeout: 10_000,
    });
    expect(status).toBe(1);
  });

  test.skipIf(isSkipped)('accepts signed deliveries, before and after a rotation with overlap', async () => {
    const context = await webhookService.createContext();
    const first = (await enableSigning(context)).secret;
    const old = await startExampleEndpoint(language, first);
    const before = await deliver(context, old.url);
    expect(before.status).toBe(204);
    const second = (await rotateSigningSecret(context, { overlapDays: 1 })).secret;
    const during = await deliver(context, old.url);
    expect(during.status).toBe(204);
    await waitFor('both tasks are printed', () => old.readLines().length === 2);
    expect(old.readLines()).toEqual([before, during].map(({ id }) => `${id} COMPLETED`));
    await old.stop();

    const current = await startExampleEndpoint(language, second);
    expect((await deliver(context, current.url)).status).toBe(204);
    await current.stop();
    const other = await startExampleEndpoint(language, 'whsec_other');
    expect((await deliver(context, other.url)).status).toBe(401);
    await context.db.$client.query('DELETE FROM deliveries');
  });

  test.skipIf(isSkipped)('rejects deliveries that are changed, forged, old or unsigned', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { url } = await startExampleEndpoint(language, secret);
    const body = JSON.stringify({ task: { id: 'a task', status: 'COMPLETED', note: 'ü €' } });
    const signable = { id: 'task', attempt: 1, body };
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(url, { method: 'POST', headers, body: sent })).status;
    const now = new Date();
    const secrets = { current: secret, previous: null };
    const signedHeaders = signWebhook(signable, secrets, now);
    expect(await post(signedHeaders)).toBe(204);
    expect(await post(signedHeaders, `${body} `)).toBe(401);
    expect(await post(signWebhook(signable, { current: 'whsec_other', previous: null }, now))).toBe(401);
    expect(await post({ ...signedHeaders, 'X-Svc-Signature': 'v1=é' })).toBe(401);
    expect(
      await post({ ...signedHeaders, 'X-Svc-Signature': signedHeaders['X-Svc-Signature']?.slice(3) ?? '' }),
    ).toBe(401);
    expect(await post({})).toBe(400);
    expect(await post(signWebhook(signable, secrets, new Date(now.getTime() - 301_000)))).toBe(400);
  });
});
