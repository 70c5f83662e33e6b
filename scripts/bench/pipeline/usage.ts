import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** `_SC_CLK_TCK` of Linux: CPU time in `/proc` is counted in hundredths of a second. */
const ticksPerSecond = 100;

/** Returns the CPU seconds that a process has used; 0 once it has ended. */
export function readCpuSeconds(pid: number): number {
  const stat = readStat(pid);
  // utime and stime.
  return stat === undefined ? 0 : (Number(stat[11]) + Number(stat[12])) / ticksPerSecond;
}

/** Returns the CPU seconds of a process and its children, running and ended, such as those of PostgreSQL. */
export function readProcessTreeCpuSeconds(parentPid: number): number {
  const stat = readStat(parentPid);
  // cutime and cstime: the times of the children that have ended.
  const ended = stat === undefined ? 0 : (Number(stat[13]) + Number(stat[14])) / ticksPerSecond;
  const children = listProcesses().filter((pid) => Number(readStat(pid)?.[1]) === parentPid);
  return [parentPid, ...children].reduce((sum, pid) => sum + readCpuSeconds(pid), ended);
}

/** Returns the resident memory of a process in megabytes. */
export function readMemoryMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1e6;
}

function listProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Returns the fields of `/proc/<pid>/stat` from the state on; undefined if the process has ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Stages of a task, recognized by a part of the statement that each one runs. */
const stages: readonly [string, string][] = [
  ['create', '%INSERT INTO tasks%'],
  ['create (lock)', '%RETURNING b.balance - b.held AS available%'],
  ['claim tasks', '%attempt = t.attempt + $%'],
  ['settle tasks', '%INSERT INTO deliveries%'],
  ['claim deliveries', '%claim_number = d.claim_number + $%'],
  ['settle deliveries', '%INTO delivery_attempts%'],
];

export interface StageTime {
  stage: string;
  calls: number;
  /** Rows returned or changed. */
  rows: number;
  seconds: number;
}

/** Resets the statistics of statements; the server must have loaded `pg_stat_statements`. */
export async function resetStatements(admin: pg.Pool): Promise<void> {
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await admin.query('SELECT pg_stat_statements_reset()');
}

/** Returns the time that PostgreSQL spent on each stage since the last reset, and on everything else. */
export async function readStages(admin: pg.Pool): Promise<StageTime[]> {
  const { rows } = await admin.query<StageTime>(
    `SELECT coalesce(s.stage, 'other') AS stage, sum(p.calls)::int AS calls, sum(p.rows)::int AS rows,
       sum(p.total_exec_time) / 1000 AS seconds
     FROM pg_stat_statements p
       LEFT JOIN unnest($1::text[], $2::text[]) AS s (stage, pattern) ON p.query LIKE s.pattern
     WHERE p.toplevel
     GROUP BY 1 ORDER BY 4 DESC`,
    [stages.map(([stage]) => stage), stages.map(([, pattern]) => pattern)],
  );
  return rows;
}
