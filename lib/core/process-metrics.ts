import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process since its start. They do not identify organizations, because `/metrics` needs no key. */
export const processMetrics = new Registry();

collectDefaultMetrics({ register: processMetrics });

const registers = [processMetrics];
/** Buckets, in seconds, for statements and batches, which usually take milliseconds. */
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets for everything that waits for a provider, an endpoint or a queue, in seconds. */
const waitBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600, 21_600];

export const queueOperationSeconds = new Histogram({
  name: 'answerscope_queue_operation_seconds',
  help: 'Duration of the statement that claims, settles or renews a batch of queue items.',
  labelNames: ['queue', 'operation'],
  buckets: statementBuckets,
  registers,
});

export const queueRunningItems = new Gauge({
  name: 'answerscope_queue_running_items',
  help: 'Items of a queue that this process has claimed and not yet finished.',
  labelNames: ['queue'],
  registers,
});

export const taskStartSeconds = new Histogram({
  name: 'answerscope_task_start_seconds',
  help: 'Time from the creation of a task to its start; a task that a worker returned to the queue is observed again at its next start.',
  labelNames: ['priority'],
  buckets: waitBuckets,
  registers,
});

export const taskCompletionSeconds = new Histogram({
  name: 'answerscope_task_completion_seconds',
  help: 'Time from the creation of a task to its end.',
  labelNames: ['engine', 'status'],
  buckets: waitBuckets,
  registers,
});

export const taskAttempts = new Histogram({
  name: 'answerscope_task_attempts',
  help: 'Number of attempts until a task ended, without those that a worker returned to the queue; more than one after a crash.',
  buckets: [1, 2, 3, 4, 5],
  registers,
});

export const chargedCredits = new Counter({
  name: 'answerscope_credits_charged_total',
  help: 'Credits charged by this process.',
  labelNames: ['engine'],
  registers,
});

export const deliveryAttemptSeconds = new Histogram({
  name: 'answerscope_delivery_attempt_seconds',
  help: 'Duration of webhook delivery attempts.',
  labelNames: ['outcome'],
  buckets: waitBuckets,
  registers,
});

export const ingestBatchSeconds = new Histogram({
  name: 'answerscope_ingest_batch_seconds',
  help: 'Time to score and store one batch of answers.',
  buckets: statementBuckets,
  registers,
});

export const ingestDelaySeconds = new Histogram({
  name: 'answerscope_ingest_delay_seconds',
  help: 'Time from the receipt of an answer until it is scored and stored.',
  buckets: waitBuckets,
  registers,
});

export const jobSeconds = new Histogram({
  name: 'answerscope_job_seconds',
  help: 'Duration of background jobs.',
  labelNames: ['job', 'outcome'],
  buckets: waitBuckets,
  registers,
});

export const emailAttempts = new Counter({
  name: 'answerscope_email_attempts_total',
  help: 'Attempts to send an email.',
  labelNames: ['outcome'],
  registers,
});

export const browserErrors = new Counter({
  name: 'answerscope_browser_errors_total',
  help: 'Errors in pages that browsers reported to this process, by outcome: logged, or limited if too many arrived within a minute.',
  labelNames: ['outcome'],
  registers,
});

/** The part of a connection pool that is observed. */
interface ObservedPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Reports the connections of this process's pools, by name, and how many callers wait for one. */
export function observePools(pools: Record<string, ObservedPool>): void {
  new Gauge({
    name: 'answerscope_database_connections',
    help: 'Connections of the pools of this process, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
