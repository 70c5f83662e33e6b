import type { Server } from 'node:net';
import { describeError } from '#lib/core/errors';

/** Runs a process's main function; if it fails, prints the error's message and exits with 1. */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
    process.exit(1);
  }
}

/**
 * Calls `shutDown` once when the process should end: on SIGTERM or SIGINT, or when the launcher that started it has
 * exited (its channel closes even if it was killed). Then exits with 0, or with 1 if `shutDown` failed.
 */
export function onShutdown(shutDown: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    try {
      await shutDown();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Shutdown failed: ${describeError(error)}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  // The launcher may have exited while this process was starting.
  if (process.connected === false) void stop();
}

interface ListenOptions {
  /** The address to listen on (`LISTEN_ADDRESS` of `Env`); all network interfaces by default. */
  address?: string | undefined;
  /** The setting that contains the port. */
  setting?: string;
}

/**
 * Listens on a port.
 * @throws Error with one line that names the setting if the port is unavailable
 */
export function listen(
  server: Server,
  port: number,
  { address, setting = 'PORT' }: ListenOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(toPortError(setting, port, error));
    server.once('error', onError);
    server.listen(port, address, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function toPortError(setting: string, port: number, error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is already in use. Set ${setting} to a free port, such as ${setting}=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new Error(`Port ${port} requires root. Set ${setting} to a number above 1023.`);
  }
  return new Error(`Port ${port} is unavailable: ${error.message}. Set ${setting} to another port.`);
}
