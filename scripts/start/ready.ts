import { wait } from '#lib/core/backoff';

const patienceSeconds = 120;

/** Waits until the instance on this port says that it can serve. @throws Error when it does not within 2 minutes */
export async function untilReady(port: number, stopped: AbortSignal): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000;
  let last = 'no answer';
  while (Date.now() < deadline) {
    stopped.throwIfAborted();
    last = await ask(port);
    if (last === 'ready') return;
    await wait(100, stopped);
  }
  throw new Error(
    `The instance did not become ready within ${patienceSeconds} seconds (${last}). Its log says why.`,
  );
}

async function ask(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? 'ready' : `/readyz answered ${response.status}: ${await response.text()}`;
  } catch (error) {
    return error instanceof Error ? `/readyz: ${error.message}` : 'no answer';
  }
}
