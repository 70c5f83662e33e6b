import type { Env } from '#lib/core/env';
import { describeError, isDatabaseUnavailable } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { defineMessages } from '#lib/core/messages';
import { type Database, openDatabase, type PooledDatabase, type StaleReads } from '#lib/db/database';
import { limitConnections } from '#lib/scale/fair-share/connection-limits';
import { metricReads } from '#lib/scale/read-replica/replica-metrics';

/** The state of the replica, according to its last check. */
export interface ReplicaState {
  isUsable: boolean;
  /** The maximum age that its data can have now; Infinity until it has replayed a recorded position of the primary. */
  lagMs: number;
  /** Bytes of the write-ahead log that it had not replayed at the last check; null before the first check. */
  behindBytes: number | null;
  /** The reason why it is not used; null if it is used. */
  problem: string | null;
}

interface ReplicaOptions {
  url: string;
  /** The database that it replicates. */
  primary: PooledDatabase;
  maxLagMs: number;
  /** Maximum number of connections. */
  max: number;
  intervalMs?: number;
}

/** A position in the write-ahead log (WAL) that the primary had reached at an instant. */
interface Position {
  lsn: bigint;
  atMs: number;
}

const maxPositions = 1_000;
const notChecked = 'It has not been checked yet.';

const messages = defineMessages({
  tooOld: 'Its data may be older than {seconds, plural, one {# second} other {# seconds}}.',
});

/**
 * A streaming replica whose lag is measured without comparing clocks: the WAL position of the primary is recorded at
 * intervals, and the data is as old as the newest recorded position that the replica has replayed. So the lag also
 * grows while the replica has lost its connection to the primary, or does not respond to checks.
 */
export class StreamingReplica implements StaleReads {
  readonly db: PooledDatabase;
  readonly maxAgeMs: number;
  readonly #primary: PooledDatabase;
  readonly #timer: NodeJS.Timeout;
  #positions: Position[] = [];
  #replayedAtMs = Number.NEGATIVE_INFINITY;
  #behindBytes: number | null = null;
  #problem: string | null = notChecked;
  #wasUsable: boolean | undefined;
  #checking: Promise<boolean> | undefined;

  constructor({ url, primary, maxLagMs, max, intervalMs = Math.min(1_000, maxLagMs / 4) }: ReplicaOptions) {
    const limits = { statementSeconds: 30, lockSeconds: 10, isRestricted: true };
    this.db = limitConnections(openDatabase(url, { ...limits, max, name: 'answerscope web' }));
    this.#primary = primary;
    this.maxAgeMs = maxLagMs;
    this.#timer = setInterval(() => {
      this.#checking ??= this.check().finally(() => {
        this.#checking = undefined;
      });
      this.#reportChange();
    }, intervalMs);
    this.#timer.unref();
  }

  getState(): ReplicaState {
    const lagMs = performance.now() - this.#replayedAtMs;
    const tooOld = lagMs > this.maxAgeMs ? messages.tooOld({ seconds: this.maxAgeMs / 1000 }) : null;
    const problem = this.#problem ?? tooOld;
    return { isUsable: problem === null, lagMs, behindBytes: this.#behindBytes, problem };
  }

  getAgeMs(): number | null {
    const { isUsable, lagMs } = this.getState();
    return isUsable ? lagMs : null;
  }

  async run<T>(primary: Database, read: (db: Database, ageMs: number) => Promise<T>): Promise<T> {
    const ageMs = this.getAgeMs();
    if (ageMs !== null) {
      try {
        const result = await read(this.db, ageMs);
        metricReads.inc({ database: 'replica' });
        return result;
      } catch (error) {
        if (!this.#canRetry(error)) throw error;
      }
    }
    metricReads.inc({ database: 'primary' });
    return read(primary, 0);
  }

  /**
   * Measures the age of the replica's data, in one statement on each database. Never throws.
   * @returns true if the replica responded and nothing but the age of its data can rule out using it; if the primary does
   *   not respond, the previous result
   */
  async check(): Promise<boolean> {
    const atMs = performance.now();
    let primary: PrimaryRow;
    try {
      primary = await readPrimary(this.#primary);
    } catch {
      // Without the primary's position, the lag grows until the replica is no longer used.
      return this.#problem === null;
    }
    const lsn = parseLsn(primary.lsn);
    this.#positions = [...this.#positions, { lsn, atMs }].slice(-maxPositions);
    try {
      const { problem, replayed } = await readReplica(this.db, primary.systemId);
      this.#problem = problem;
      // The replica is read later, so it can be ahead of the recorded position.
      this.#behindBytes = Math.max(0, Number(lsn - replayed));
      const reached = this.#positions.findLast((position) => position.lsn <= replayed);
      if (reached) {
        this.#replayedAtMs = reached.atMs;
        this.#positions = this.#positions.filter((position) => position.atMs > reached.atMs);
      }
    } catch (error) {
      this.#problem = describeError(error);
    }
    this.#reportChange();
    return this.#problem === null;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
    await this.db.$client.end();
  }

  #canRetry(error: unknown): boolean {
    // Something that has just been created may be missing in the replica. Next.js bundles another copy of ServiceError.
    if (error instanceof Error && error.name === 'ServiceError') return hasCode(error, 'RESOURCE_NOT_FOUND');
    // The primary has removed rows that the statement reads.
    if (hasCode(error, '40001')) {
      log.warn({ error: describeError(error) }, 'replica read canceled, retrying on primary');
      return true;
    }
    if (!isDatabaseUnavailable(error)) return false;
    this.#problem = describeError(error);
    this.#reportChange();
    return true;
  }

  #reportChange(): void {
    const { isUsable, lagMs, problem } = this.getState();
    if (isUsable === this.#wasUsable || problem === notChecked) return;
    this.#wasUsable = isUsable;
    const lagSeconds = Number.isFinite(lagMs) ? Math.round(lagMs / 100) / 10 : null;
    if (isUsable) log.info({ lagSeconds }, 'read replica in use');
    else log.warn({ problem, lagSeconds }, 'read replica not usable, metrics are read from the primary');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

interface PrimaryRow {
  lsn: string;
  systemId: string;
}

async function readPrimary(db: PooledDatabase): Promise<PrimaryRow> {
  const { rows } = await db.$client.query<PrimaryRow>(
    'SELECT pg_current_wal_lsn() AS lsn, system_identifier::text AS "systemId" FROM pg_control_system()',
  );
  const [row] = rows;
  if (!row) throw new Error('The WAL position of the primary could not be read.');
  return row;
}

interface ReplicaRow {
  /** Null if it is not a replica. */
  lsn: string | null;
  /** Whether the replica has the same system identifier as the primary. */
  isSameSystem: boolean;
  /** Whether the role that connects is subject to row-level security. */
  isRestricted: boolean;
}

/** Returns the position that the replica has replayed, and a problem that rules out using it; null if there is none. */
async function readReplica(
  db: PooledDatabase,
  systemId: string,
): Promise<{ problem: string | null; replayed: bigint }> {
  const { rows } = await db.$client.query<ReplicaRow>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END AS lsn,
       system_identifier::text = $1 AS "isSameSystem", NOT (rolsuper OR rolbypassrls) AS "isRestricted"
     FROM pg_control_system(), pg_roles WHERE rolname = current_user`,
    [systemId],
  );
  const { lsn = null, isSameSystem = false, isRestricted = false } = rows[0] ?? {};
  const replayed = parseLsn(lsn ?? '0/0');
  if (!isSameSystem) return { problem: 'DATABASE_READ_URL is not a replica of DATABASE_URL.', replayed };
  if (lsn === null) return { problem: 'DATABASE_READ_URL is not a streaming replica.', replayed };
  const problem = isRestricted ? null : 'The role of DATABASE_READ_URL bypasses row-level security.';
  return { problem, replayed };
}

/** Parses a position such as `16/B374D848`. */
function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export type ReplicaSettings = Pick<
  Env,
  'DATABASE_READ_URL' | 'DATABASE_READ_MAX_LAG_SECONDS' | 'DATABASE_POOL'
>;

/** Opens the configured read replica, which the caller must close; undefined without one. */
export function openReadReplica(
  { DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_SECONDS, DATABASE_POOL }: ReplicaSettings,
  primary: PooledDatabase,
): StreamingReplica | undefined {
  if (!url) return undefined;
  const max = Math.ceil(DATABASE_POOL / 2);
  return new StreamingReplica({ url, primary, max, maxLagMs: DATABASE_READ_MAX_LAG_SECONDS * 1000 });
}
