import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Env, parseEnv } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { listen } from '#lib/core/process';
import { buildIfStale } from '#scripts/build/build';
import { prepareDatabase } from '#scripts/start/database';
import { type DemoAccount, ensureDemo } from '#scripts/start/demo-account';
import { buildEnvironment } from '#scripts/start/environment';
import { defaultHealthLimits } from '#scripts/start/health-check';
import { acquireInstanceLock, type InstanceLock, readLockHolder } from '#scripts/start/instance-lock';
import { openLog, type SuperviseOptions, superviseProcess } from '#scripts/start/supervise';

const isDevelopment = process.argv.includes('--dev');
const root = resolve(import.meta.dirname, '..', '..');
/** Time that the launcher waits for a command to release the data folder. */
const commandTimeoutMs = 90_000;
const readyTimeoutSeconds = 120;
/** Time that a process needs to exit after its grace period. */
const exitMs = 3_000;

/** Functions to call on exit: the first releases the lock, the second closes the database, the others stop processes. */
const cleanups: (() => Promise<void> | void)[] = [];
const stop = new AbortController();

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Starts everything an instance needs, in order. */
async function start(): Promise<void> {
  const settings = parseEnv(process.env);
  const lock = await lockDataFolder(settings);
  cleanups.push(() => lock.release());
  await requireFreePort(settings);
  const [database] = await waitForBoth([startDatabase(settings), isDevelopment ? undefined : buildPages()]);
  if (!database) return;
  stop.signal.throwIfAborted();
  lock.markDatabaseReady();
  const production = buildEnvironment(settings, database.url);
  const env: NodeJS.ProcessEnv = isDevelopment ? { ...production, NODE_ENV: 'development' } : production;
  // A process that is being debugged may stand still in development.
  const health = isDevelopment
    ? undefined
    : { url: `http://127.0.0.1:${settings.PORT}/healthz`, ...defaultHealthLimits };
  const webCommand = ['lib/web/main.ts', ...(isDevelopment ? ['--dev'] : [])];
  startProcess({ name: 'web', command: webCommand, env, health }, settings);
  startProcess({ name: 'worker', command: ['lib/worker/main.ts'], env }, settings);
  await waitUntilReady(settings.PORT, stop.signal);
  printBanner(settings, settings.DEMO === 'on' ? await createDemo(env) : undefined);
}

async function lockDataFolder(settings: Env): Promise<InstanceLock> {
  const deadline = Date.now() + commandTimeoutMs;
  for (;;) {
    const lock = acquireInstanceLock(settings.DATA_DIR, { kind: 'launcher', url: settings.APP_URL });
    if (lock) return lock;
    const holder = readLockHolder(settings.DATA_DIR);
    const folder = resolve(settings.DATA_DIR);
    if (holder?.kind === 'launcher') {
      throw new Error(
        `Answerscope is already running on ${folder}: process ${holder.pid}, ${holder.url}. ` +
          'Stop it first, or set DATA_DIR and PORT to start another one.',
      );
    }
    if (Date.now() > deadline) {
      throw new Error(
        `${folder} is in use by process ${holder?.pid ?? 'unknown'}. Try again when this process has finished.`,
      );
    }
    await delay(100, undefined, { signal: stop.signal });
  }
}

async function startDatabase(settings: Env) {
  const database = await prepareDatabase(settings, printLine);
  cleanups.push(() => database.close());
  return database;
}

function buildPages(): Promise<void> {
  return buildIfStale(root, printLine, stop.signal);
}

/** Waits for both even if one fails, so that everything that was started can be stopped. */
async function waitForBoth<A, B>(steps: [Promise<A>, Promise<B> | undefined]): Promise<[A, B | undefined]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

function startProcess(
  options: Pick<SuperviseOptions, 'name' | 'command' | 'env' | 'health'>,
  settings: Env,
): void {
  const output = openLog(join(settings.DATA_DIR, `${options.name}.log`));
  const graceMs = (settings.SHUTDOWN_DELAY_SECONDS + settings.SHUTDOWN_GRACE_SECONDS) * 1000 + exitMs;
  const running = superviseProcess({ ...options, output, graceMs, printLine });
  cleanups.push(() => running.stop());
}

async function createDemo(env: NodeJS.ProcessEnv) {
  try {
    return await ensureDemo(env, stop.signal);
  } catch (error) {
    stop.signal.throwIfAborted();
    printLine(
      `The demo organization could not be created: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

function waitUntilStopped(): Promise<void> {
  return new Promise((done) => {
    if (stop.signal.aborted) done();
    stop.signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** Stops the processes together, then the database, then releases the lock. */
async function close(): Promise<void> {
  const [lock, database, ...processes] = cleanups;
  await Promise.all(processes.map((stopProcess) => stopProcess()));
  await database?.();
  await lock?.();
}

/** Prints the URL, how to sign in to the demo, and where data and logs are. */
function printBanner(settings: Env, demo: DemoAccount | undefined): void {
  const rows: [string, string][] = [['URL', settings.APP_URL]];
  if (demo) rows.push(['Demo login', `${demo.email}  ${describePassword(demo)}`]);
  rows.push(['Data', resolve(settings.DATA_DIR)]);
  if (process.stdout.isTTY) rows.push(['Logs', `${resolve(settings.DATA_DIR)}/web.log, worker.log`]);
  rows.push(['Stop', 'Ctrl-C']);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  process.stdout.write(`\nAnswerscope is running.\n\n${lines.join('\n')}\n\n`);
}

/** Returns the demo's password if it was set just now, otherwise where to find it. */
function describePassword({ password, passwordFile }: DemoAccount): string {
  if (password !== undefined) return password;
  if (passwordFile !== null) return `(password in ${passwordFile})`;
  return '(password unknown; for a new one: npm run --silent cli -- demo reset-password)';
}

/** Waits until `/readyz` responds with 200. @throws Error after two minutes */
async function waitUntilReady(port: number, stopped: AbortSignal): Promise<void> {
  const deadline = Date.now() + readyTimeoutSeconds * 1000;
  let status = 'no response';
  while (Date.now() < deadline) {
    stopped.throwIfAborted();
    status = await probeReadiness(port);
    if (status === 'ready') return;
    await delay(100, undefined, { signal: stopped });
  }
  throw new Error(
    `The instance did not become ready within ${readyTimeoutSeconds} seconds (${status}). See its log.`,
  );
}

async function probeReadiness(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? 'ready' : `/readyz returned ${response.status}: ${await response.text()}`;
  } catch (error) {
    return error instanceof Error ? `/readyz: ${error.message}` : 'no response';
  }
}

/** Checks that the web process can listen on the port. @throws Error with one line that names PORT */
async function requireFreePort({ PORT, LISTEN_ADDRESS: address }: Env): Promise<void> {
  const probe = createServer();
  await listen(probe, PORT, { address });
  await new Promise((done) => probe.close(done));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => stop.abort());

try {
  await start();
  await waitUntilStopped();
  printLine('Stopping.');
} catch (error) {
  if (!stop.signal.aborted) {
    printLine(error instanceof Error ? error.message : describeError(error));
    process.exitCode = 1;
  }
}
await close();
process.exit();
