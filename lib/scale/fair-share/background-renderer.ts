import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type CountSecurityEvent, isSecurityEventMessage } from '#lib/core/observe-security-events';

/** The response header in which the separate process says whose request it was. */
export const userIdHeader = 'x-session-user';

/** After this time without requests, the process ends, which frees its memory. */
const idleMs = 10 * 60_000;
/**
 * Half of the connections look up sessions. The others read the data of pages: one organization can use two of them, and a
 * read within another one takes a further connection, without which both would wait forever.
 */
const maxDatabaseConnections = 6;

export interface BackgroundOptions {
  /**
   * The path of the module that the separate process runs. Its argument is the path of a Unix socket, on which it renders
   * pages once it has sent the message `ready`.
   */
  script: string;
  /** Counts the security events of the separate process. */
  countSecurityEvent: CountSecurityEvent;
  /** Called with the user of a request that the separate process has identified. */
  onUser(request: IncomingMessage, userId: string): void;
}

interface BackgroundProcess {
  child: ChildProcess;
  socketPath: string;
}

/**
 * Renders pages in a separate process of low CPU priority, so that they neither block the event loop of the web process
 * nor slow down other processes. The process is started when it is first needed.
 */
export class BackgroundRenderer {
  #starting: Promise<BackgroundProcess> | undefined;
  #newest: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #options: BackgroundOptions;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Starts the process unless it is running. @returns undefined if it cannot be started */
  prepare(): Promise<BackgroundProcess | undefined> {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), idleMs).unref();
    this.#starting ??= this.#start();
    return this.#starting.catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'background process not started');
      return undefined;
    });
  }

  /**
   * Renders the response to a request.
   * @returns false if the process cannot be started or has just ended; then the caller can still respond
   */
  async render(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const running = await this.prepare();
    if (!running) return false;
    const { socketPath } = running;
    return (
      response.destroyed || forwardRequest(request, response, { socketPath, onUser: this.#options.onUser })
    );
  }

  /** Ends the process, which first gets a few seconds to complete its responses. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const starting = this.#starting;
    this.#starting = undefined;
    const running = await starting?.catch(() => undefined);
    if (running?.child.exitCode !== null || running.child.signalCode !== null) return;
    running.child.kill('SIGTERM');
    await once(running.child, 'exit');
  }

  async #start(): Promise<BackgroundProcess> {
    // Only the user of this process can open the socket.
    const folder = mkdtempSync(join(tmpdir(), 'answerscope-'));
    const socketPath = join(folder, 'pages.sock');
    const child = fork(this.#options.script, [socketPath], {
      env: { ...process.env, DATABASE_POOL: String(maxDatabaseConnections) },
    });
    this.#newest = child;
    const exited = once(child, 'exit').finally(() => {
      rmSync(folder, { recursive: true, force: true });
      // The next request starts another process.
      if (this.#newest === child) this.#starting = undefined;
    });
    const [ready] = await Promise.race([once(child, 'message'), exited]);
    if (ready !== 'ready') throw new Error('The process exited while it was starting.');
    child.on('message', (message) => {
      if (isSecurityEventMessage(message)) this.#options.countSecurityEvent(message.securityEvent);
    });
    return { child, socketPath };
  }
}

/** Headers that are not forwarded to the client: those of the connection, and the one for this process. */
const internalHeaders = ['connection', 'keep-alive', 'transfer-encoding', userIdHeader];

/**
 * Sends a request to a socket and the response to the client.
 * @returns false if there is no response and the request can be sent again
 */
function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { socketPath, onUser }: Pick<BackgroundOptions, 'onUser'> & { socketPath: string },
): Promise<boolean> {
  const { method, url: path, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  // The listeners of the server, of this module and of `pipeline` are more than the default of 10; Node.js would warn of a leak.
  response.setMaxListeners(20);
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ socketPath, method, path, headers: { ...headers, connection: 'close' } });
    let canRepeat = true;
    sent.once('socket', (socket) => {
      socket.once('connect', () => {
        canRepeat = isRead;
        request.pipe(sent);
      });
    });
    sent.once('response', (received) => {
      canRepeat = false;
      const userId = received.headers[userIdHeader];
      if (typeof userId === 'string') onUser(request, userId);
      for (const name of internalHeaders) delete received.headers[name];
      response.writeHead(received.statusCode ?? 502, received.headers);
      pipeline(received, response).then(() => resolve(true), reject);
    });
    sent.on('error', (error) => {
      if (response.destroyed) resolve(true);
      else if (canRepeat) resolve(false);
      else reject(error);
    });
    response.once('close', () => sent.destroy());
  });
}
