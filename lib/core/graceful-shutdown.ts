import { describeError } from '#lib/core/errors';

/**
 * Calls `stop` once when this process is asked to end: by SIGTERM or SIGINT, or because the launcher that
 * started it is gone (its channel closes even when it was killed). The process then exits with 0, or with 1 and one
 * line when it could not stop in good order.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const run = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The process did not stop in good order: ${describeError(error)}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', run);
  process.on('SIGINT', run);
  process.on('disconnect', run);
  // The launcher may have gone while this process was still starting.
  if (process.connected === false) void run();
}
