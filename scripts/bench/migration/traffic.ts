import { randomUUID } from 'node:crypto';
import { openDatabase, type PooledDatabase } from '#lib/db/database';

/** The contents of `answer_sources`, which the traffic reads from and inserts into. */
export interface FilledTable {
  organizationId: string;
  /** One UTC day in each of the two partitions that have rows. */
  days: [string, string];
  rowCount: number;
}

/** Sources per answer. */
const sourcesPerAnswer = 10;

/** Reads and inserts of one step. Times are in milliseconds. */
export interface TrafficSummary {
  reads: number;
  inserts: number;
  p99Ms: number;
  longestMs: number;
}

interface Operation {
  kind: 'read' | 'insert';
  startedAt: number;
  endedAt: number;
}

/** Fills `answer_sources` by generating rows in the database, half of them in each of two months. */
export async function fillSources(adminUrl: string, rowCount: number): Promise<FilledTable> {
  const db = openDatabase(adminUrl, { max: 1 });
  const table: FilledTable = { organizationId: randomUUID(), days: ['2026-03-15', '2026-04-15'], rowCount };
  for (const [index, day] of table.days.entries()) {
    await db.$client.query('SELECT ensure_answer_partitions($1)', [day]);
    await db.$client.query(
      `INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain,
         label, citations)
       SELECT $1, $2::timestamptz + make_interval(secs => n / $3::int % 86400), md5((n / $3)::text)::uuid, n % $3 + 1,
         'https://site-' || n % 997 || '.example/page-' || n, 'site-' || n % 997 || '.example/page-' || n,
         'site-' || n % 997 || '.example', 'Page ' || n, n % 3
       FROM generate_series($4::int, $5::int) AS n`,
      [
        table.organizationId,
        `${day}T00:00:00Z`,
        sourcesPerAnswer,
        (index * rowCount) / 2,
        ((index + 1) * rowCount) / 2 - 1,
      ],
    );
  }
  await db.$client.query('ANALYZE answer_sources');
  await db.$client.end();
  return table;
}

/** Reads and inserts over several connections, as pages and ingestion do, one after another on each connection. */
export class Traffic {
  readonly #db: PooledDatabase;
  readonly #table: FilledTable;
  readonly #operations: Operation[] = [];
  readonly #failures: unknown[] = [];
  readonly #loops: Promise<void>[];
  #isRunning = true;

  constructor(url: string, table: FilledTable, { readers = 3, writers = 2 } = {}) {
    this.#db = openDatabase(url, { max: readers + writers, statementSeconds: 30, lockSeconds: 30 });
    this.#table = table;
    this.#loops = [
      ...Array.from({ length: readers }, () => this.#loop('read', () => this.#readDomain())),
      ...Array.from({ length: writers }, () => this.#loop('insert', () => this.#insertAnswer())),
    ];
  }

  /** Summarizes the operations that have ended since `startedAt`, even if they started earlier. */
  measure(startedAt: number): TrafficSummary {
    const operations = this.#operations.filter(({ endedAt }) => endedAt >= startedAt);
    const durations = operations.map((operation) => operation.endedAt - operation.startedAt);
    durations.sort((a, b) => a - b);
    return {
      reads: operations.filter(({ kind }) => kind === 'read').length,
      inserts: operations.filter(({ kind }) => kind === 'insert').length,
      p99Ms: durations[Math.floor(durations.length * 0.99)] ?? 0,
      longestMs: durations.at(-1) ?? 0,
    };
  }

  /** Stops the traffic. @throws the error of the first operation that failed */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
    await this.#db.$client.end();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  async #loop(kind: Operation['kind'], run: () => Promise<unknown>): Promise<void> {
    while (this.#isRunning) {
      const startedAt = performance.now();
      try {
        await run();
      } catch (error) {
        this.#failures.push(error);
        return;
      }
      this.#operations.push({ kind, startedAt, endedAt: performance.now() });
    }
  }

  #readDomain(): Promise<unknown> {
    const { organizationId, days } = this.#table;
    const domain = `site-${Math.floor(Math.random() * 997)}.example`;
    return this.#db.$client.query({
      name: 'read-domain',
      text: `SELECT answer_id, position, url, label, citations FROM answer_sources WHERE organization_id = $1 AND domain = $2 AND requested_at >= $3
        ORDER BY requested_at LIMIT 50`,
      values: [organizationId, domain, `${days[Math.floor(Math.random() * 2)]}T00:00:00Z`],
    });
  }

  #insertAnswer(): Promise<unknown> {
    const { organizationId, days } = this.#table;
    const day = days[Math.floor(Math.random() * 2)];
    return this.#db.$client.query({
      name: 'insert-answer',
      text: `INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain,
          label, citations)
        SELECT $1, $2, $3, position, 'https://new.example/' || position, 'new.example/' || position, 'new.example', '', 1
        FROM generate_series(1, $4::int) AS position`,
      values: [organizationId, `${day}T12:00:00Z`, randomUUID(), sourcesPerAnswer],
    });
  }
}
