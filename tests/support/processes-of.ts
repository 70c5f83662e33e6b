import { readdirSync, readFileSync } from 'node:fs';

/** A process that works for an instance, as the operating system lists it. */
export interface ListedProcess {
  pid: number;
  command: string;
}

/**
 * Every running process whose command line or environment names a data folder: launcher, web, worker and
 * PostgreSQL of that instance. Reads /proc, so it needs Linux.
 */
export function processesOf(dataFolder: string): ListedProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => ({ pid, command: read(pid, 'cmdline'), environment: read(pid, 'environ') }))
    .filter(({ command, environment }) => `${command} ${environment}`.includes(dataFolder))
    .map(({ pid, command }) => ({ pid, command }));
}

function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended between the listing and this look.
    return '';
  }
}
