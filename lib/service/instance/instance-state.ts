import { advisoryLocks } from '#lib/db/advisory-locks';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { schemaName } from '#lib/queue/jobs';

/** Number of waiting items, and the age of the oldest. */
export interface Backlog {
  count: number;
  /** 0 if there are no items. */
  oldestSeconds: number;
}

/** The backlogs, credits and size of the whole instance, without details about organizations. */
export interface InstanceState {
  /** Queued tasks, highest priority first. */
  queue: (Backlog & { priority: number })[];
  /** Webhook deliveries that are waiting for an attempt or being attempted. Their age counts from the due time. */
  deliveries: Backlog;
  disabledEndpoints: number;
  /** Answers that were received but not yet ingested. */
  inbox: Backlog;
  /** Emails that were queued but not yet sent. */
  emails: Backlog;
  credits: { balance: number; held: number };
  /** Running worker processes. */
  workers: number;
  databaseBytes: number;
}

const selectMaxAge = (column: string) =>
  `greatest(0, coalesce(extract(epoch FROM now() - min(${column})), 0))::float8`;

const selectBacklog = (table: string, column: string, condition: string) => `
  (SELECT json_build_object('count', count(*), 'oldestSeconds', ${selectMaxAge(column)}) FROM ${table} WHERE ${condition})`;

const readState = statement({
  name: 'read-instance-state',
  parameters: { workerLock: 'int8' },
  row: rowOf<InstanceState>({
    queue: 'json',
    deliveries: 'json',
    disabledEndpoints: 'int8',
    inbox: 'json',
    emails: 'json',
    credits: 'json',
    workers: 'int8',
    databaseBytes: 'int8',
  }),
  isPrepared: false,
  text: `
    SELECT
      (SELECT coalesce(json_agg(p ORDER BY p.priority DESC), '[]') FROM (
        SELECT priority, count(*), ${selectMaxAge('created_at')} AS "oldestSeconds"
        FROM tasks WHERE status = 'QUEUED' GROUP BY priority
      ) AS p) AS queue,
      ${selectBacklog('deliveries', 'due_at', `status = 'pending'`)} AS deliveries,
      (SELECT count(*) FROM webhook_endpoints WHERE disabled_at IS NOT NULL) AS "disabledEndpoints",
      ${selectBacklog('webhook_inbox', 'received_at', 'ingested_at IS NULL')} AS inbox,
      ${selectBacklog('emails', 'created_at', `status = 'pending'`)} AS emails,
      (SELECT json_build_object('balance', coalesce(sum(balance), 0), 'held', coalesce(sum(held), 0))
       FROM credit_balances) AS credits,
      (SELECT count(*) FROM pg_locks
       WHERE locktype = 'advisory' AND classid = 0 AND objid = :workerLock AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS workers,
      pg_database_size(current_database()) AS "databaseBytes"`,
});

/** Reads the state of the whole instance in one round trip. */
export async function getInstanceState(db: Database): Promise<InstanceState> {
  const [state] = await readState(db, { workerLock: advisoryLocks.workerPresence });
  if (!state) throw new Error('The state of the instance could not be read.');
  return state;
}

/** The connected processes with the same name and IP address. */
export interface ConnectedProcess {
  /** Such as `answerscope web`. */
  name: string;
  /** IP address from which it connects. */
  address: string | null;
  connections: number;
  /** Time at which its oldest connection was opened. */
  since: Date;
}

/** Number of queued, active and failed executions of a background job, as last counted by a worker; out of date if none runs. */
export interface JobCounts {
  job: string;
  queued: number;
  active: number;
  failed: number;
}

/** Details that only the operator sees. */
export interface InstanceDetails {
  processes: ConnectedProcess[];
  /** Time at which a worker last enqueued the recurring jobs; null before the first time. */
  jobsScheduledAt: Date | null;
  jobs: JobCounts[];
  /** `newestAt` is when the newest of the applied migrations was generated, not when it was applied. */
  migrations: { applied: number; newestAt: Date };
}

const listProcesses = statement({
  name: 'list-processes',
  row: rowOf<ConnectedProcess>({ name: 'text', address: 'text?', connections: 'int8', since: 'timestamptz' }),
  isPrepared: false,
  text: `
    SELECT application_name AS name, host(client_addr) AS address, count(*) AS connections, min(backend_start) AS since
    FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'answerscope%' AND pid <> pg_backend_pid()
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

const readMigrations = statement({
  name: 'read-migrations',
  row: { applied: 'int8', newestAt: 'timestamptz?', hasQueues: 'bool' },
  isPrepared: false,
  text: `
    SELECT count(*) AS applied, to_timestamp(max(created_at) / 1000.0) AS "newestAt",
      to_regclass('${schemaName}.queue') IS NOT NULL AS "hasQueues"
    FROM migrations`,
});

const listJobs = statement({
  name: 'list-jobs',
  row: rowOf<JobCounts>({ job: 'text', queued: 'int4', active: 'int4', failed: 'int4' }),
  isPrepared: false,
  text: `
    SELECT name AS job, queued_count AS queued, active_count AS active, failed_count AS failed
    FROM ${schemaName}.queue WHERE name NOT LIKE '\\_\\_%' ORDER BY name`,
});

const readScheduleTime = statement({
  name: 'read-schedule-time',
  row: { scheduledAt: 'timestamptz?' },
  isPrepared: false,
  text: `SELECT cron_on AS "scheduledAt" FROM ${schemaName}.version`,
});

/** Reads the connected processes, the jobs and the migrations. `jobs` is empty until a worker has started. */
export async function getInstanceDetails(db: Database): Promise<InstanceDetails> {
  const processes = await listProcesses(db);
  const [row] = await readMigrations(db);
  const migrations = { applied: row?.applied ?? 0, newestAt: row?.newestAt ?? new Date(0) };
  if (!row?.hasQueues) return { processes, jobsScheduledAt: null, jobs: [], migrations };
  const jobs = await listJobs(db);
  const [version] = await readScheduleTime(db);
  return { processes, jobsScheduledAt: version?.scheduledAt ?? null, jobs, migrations };
}
