import { openSync } from 'node:fs';

/**
 * Where a process of the instance writes: through to the launcher's output where something collects it (a
 * container, a service manager), to a file where a person sits at a terminal.
 */
export function openLog(path: string): number | 'inherit' {
  return process.stdout.isTTY ? openSync(path, 'a', 0o600) : 'inherit';
}
