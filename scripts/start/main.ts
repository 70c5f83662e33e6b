import { join, resolve } from 'node:path';
import { wait } from '#lib/core/backoff';
import { describeError } from '#lib/core/errors';
import { readSettings, type Settings } from '#lib/core/settings';
import { buildIfStale } from '#scripts/build/build';
import { announce } from '#scripts/start/announce';
import { ensureDemo } from '#scripts/start/demo';
import { environmentOf } from '#scripts/start/environment';
import { type InstanceLock, readHolder, takeInstanceLock } from '#scripts/start/instance-lock';
import { openDatabase } from '#scripts/start/open-database';
import { openLog } from '#scripts/start/output';
import { requireFreePort } from '#scripts/start/port';
import { untilReady } from '#scripts/start/ready';
import { supervise } from '#scripts/start/supervise';

const development = process.argv.includes('--dev');
const root = resolve(import.meta.dirname, '..', '..');
const commandPatienceMs = 90_000;

/** What has to be undone at the end, last first. */
const closers: (() => Promise<void> | void)[] = [];
const stop = new AbortController();

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The launcher: everything an instance needs, brought up in order. */
async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const lock = await lockData(settings);
  closers.push(() => lock.release());
  await requireFreePort(settings.PORT);
  const [database] = await settleAll([prepareDatabase(settings), development ? undefined : buildPages()]);
  if (!database) return;
  stop.signal.throwIfAborted();
  lock.announceDatabase();
  const filled = environmentOf(settings, database.url);
  const env: NodeJS.ProcessEnv = development ? { ...filled, NODE_ENV: 'development' } : filled;
  startProcess('web', ['lib/web/main.ts', ...(development ? ['--dev'] : [])], env, settings);
  startProcess('worker', ['lib/worker/main.ts'], env, settings);
  await untilReady(settings.PORT, stop.signal);
  announce(settings, settings.DEMO === 'on' ? await demoAccount(env) : undefined);
}

async function lockData(settings: Settings): Promise<InstanceLock> {
  const deadline = Date.now() + commandPatienceMs;
  for (;;) {
    const lock = takeInstanceLock(settings.DATA_DIR, { kind: 'launcher', address: settings.APP_URL });
    if (lock) return lock;
    const holder = readHolder(settings.DATA_DIR);
    if (holder?.kind === 'launcher' || Date.now() > deadline) {
      throw new Error(
        `Answerscope already runs on ${resolve(settings.DATA_DIR)}: process ${holder?.pid}, ${holder?.address}. ` +
          'Stop it first, or set DATA_DIR and PORT to start another one.',
      );
    }
    await wait(100, stop.signal);
  }
}

async function prepareDatabase(settings: Settings) {
  const database = await openDatabase(settings, say);
  closers.push(() => database.close());
  return database;
}

function buildPages(): Promise<void> {
  return buildIfStale(root, say, stop.signal);
}

/** Waits for both even when one fails, so that what the other has started is known and gets stopped. */
async function settleAll<A, B>(steps: [Promise<A>, Promise<B> | undefined]): Promise<[A, B | undefined]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

function startProcess(name: string, command: string[], env: NodeJS.ProcessEnv, settings: Settings): void {
  const output = openLog(join(settings.DATA_DIR, `${name}.log`));
  const running = supervise({ name, command, env, output, say });
  closers.push(() => running.stop());
}

async function demoAccount(env: NodeJS.ProcessEnv) {
  try {
    return await ensureDemo(env, stop.signal);
  } catch (error) {
    stop.signal.throwIfAborted();
    say(`The demo organization could not be made: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

function untilStopped(): Promise<void> {
  return new Promise((done) => {
    if (stop.signal.aborted) done();
    stop.signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** Processes side by side, and the database after them. */
async function close(): Promise<void> {
  const [lock, database, ...processes] = closers;
  await Promise.all(processes.map((closer) => closer()));
  await database?.();
  await lock?.();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => stop.abort());

try {
  await start();
  await untilStopped();
  say('Stopping.');
} catch (error) {
  if (!stop.signal.aborted) {
    say(error instanceof Error ? error.message : describeError(error));
    process.exitCode = 1;
  }
}
await close();
process.exit();
