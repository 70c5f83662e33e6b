import { afterEach, expect, test } from 'vitest';
import { type SupervisedProcess, superviseProcess } from '#scripts/start/supervise';
import { findFreePort } from '#scripts/system/free-port';
import { waitFor } from '#tests/support/wait';

let supervised: SupervisedProcess | undefined;
afterEach(() => supervised?.stop());

/** Supervises a process that listens after `startMs` and responds to `/healthz` with `status`. */
async function supervise({ startMs = 0, status = 200 }: { startMs?: number; status?: number }) {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = `
    process.on('disconnect', () => process.exit());
    let checks = 0;
    const server = require('node:http').createServer((request, response) => {
      if (request.url === '/healthz') checks += 1;
      response.writeHead(${status}).end(JSON.stringify({ pid: process.pid, checks }));
    });
    setTimeout(() => server.listen(${port}, '127.0.0.1'), ${startMs});`;
  const lines: string[] = [];
  supervised = superviseProcess({
    name: 'web',
    command: ['-e', script],
    env: process.env,
    output: 'inherit',
    graceMs: 1_000,
    health: { url: `${origin}/healthz`, intervalMs: 100, timeoutMs: 1_000, maxFailures: 4 },
    printLine: (line) => lines.push(line),
  });
  /** Returns the ID of the process once its first check has ended, which is when the second one starts. */
  const readPid = async (): Promise<number | undefined> => {
    const response = await fetch(origin, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
    if (!response) return;
    const { pid, checks } = (await response.json()) as { pid: number; checks: number };
    return checks > 1 ? pid : undefined;
  };
  return { lines, readPid };
}

test('a process that no longer responds is killed and restarted, and a line says why', async () => {
  const { lines, readPid } = await supervise({});
  await waitFor('it responds', async () => (await readPid()) !== undefined);
  const stopped = await readPid();
  process.kill(stopped ?? 0, 'SIGSTOP');
  await waitFor(
    'another process responds',
    async () => {
      const pid = await readPid();
      return pid !== undefined && pid !== stopped;
    },
    { seconds: 60 },
  );
  expect(lines).toEqual([
    expect.stringMatching(
      /^web has not responded to \/healthz for \d+ seconds \(.+\) and is being killed\.$/,
    ),
    'web exited (signal SIGKILL) and is being restarted.',
  ]);
});

test('a process is not killed while it starts, while it responds with 503, or while it stops', async () => {
  const { lines, readPid } = await supervise({ startMs: 2_000, status: 503 });
  await waitFor('it responds', async () => (await readPid()) !== undefined);
  const pid = await readPid();
  await new Promise((done) => setTimeout(done, 1_000));
  expect(await readPid()).toBe(pid);
  process.kill(pid ?? 0, 'SIGSTOP');
  await supervised?.stop();
  expect(lines).toEqual([]);
});
