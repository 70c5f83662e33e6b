import {
  type Costs,
  type ProcessKind,
  predictTimes,
  sumTimes,
  type Work,
} from '#scripts/bench/scaling/model';

/** Planned utilization of processors; the rest is for bursts, deployments and failed machines. */
const plannedUtilization = 0.6;
/** Processors of each machine if web and worker processes run on several machines. */
const machineCores = 16;
/** Processors of a machine that runs web, worker and PostgreSQL. */
const singleMachineCores = 4;
/** Processors of the largest PostgreSQL server. */
const maxPostgresCores = 64;

/** The work per task, on average. */
export interface Usage {
  /** Tasks per request that creates tasks. */
  batch: number;
  /** Statements that claim or settle tasks and deliveries. Under load, each statement handles many of them. */
  operations: number;
  /** Answers that the dashboard ingests. */
  answers: number;
  /** Batches in which they are ingested. */
  ingestBatches: number;
  pageViews: number;
}

export interface Machines {
  rate: number;
  /** Processors that the work of the tasks uses on average, without the periodic work of each process. */
  cores: Record<ProcessKind, number>;
  /** Web and worker processes; each uses one processor. */
  webProcesses: number;
  workerProcesses: number;
  /** PostgreSQL servers, each with its own organizations. */
  databases: number;
  /**
   * One if 4 processors are enough for everything. Otherwise machines of 16 processors for web and worker, and one for
   * each PostgreSQL.
   */
  machines: number;
}

/** Multiplies the work per task by `tasks`. */
function toWork(
  tasks: number,
  { batch, operations, answers, ingestBatches, pageViews }: Usage,
): Omit<Work, 'seconds' | 'activeSeconds'> {
  return {
    requests: tasks / batch,
    tasks,
    operations: tasks * operations,
    answers: tasks * answers,
    ingestBatches: tasks * ingestBatches,
    pageViews: tasks * pageViews,
  };
}

/**
 * Calculates the processes and machines that `rate` tasks per second need.
 * @param options.latencySeconds time that providers take to answer
 * @param options.concurrency maximum number of tasks that a worker runs at once (WORKER_CONCURRENCY)
 */
export function planMachines(
  costs: Costs,
  usage: Usage,
  { rate, latencySeconds, concurrency }: { rate: number; latencySeconds: number; concurrency: number },
): Machines {
  const times = predictTimes(costs, { ...toWork(rate, usage), seconds: 0, activeSeconds: 0 });
  const cores: Machines['cores'] = {
    web: times.web / 1000,
    worker: times.worker / 1000,
    postgres: times.postgres / 1000,
  };
  const webProcesses = Math.max(2, Math.ceil(cores.web / plannedUtilization));
  const workerProcesses = Math.max(
    2,
    Math.ceil(cores.worker / plannedUtilization),
    Math.ceil((rate * latencySeconds) / (concurrency * plannedUtilization)),
  );
  const databases = Math.max(1, Math.ceil(cores.postgres / (maxPostgresCores * plannedUtilization)));
  const { seconds, activeSeconds } = costs;
  // The periodic work of a process does not depend on the rate.
  const nodeCores =
    (cores.web + cores.worker) / plannedUtilization +
    (webProcesses * (seconds.web + activeSeconds.web)) / 1000 +
    (workerProcesses * (seconds.worker + activeSeconds.worker)) / 1000;
  const isOneMachineEnough = nodeCores + cores.postgres / plannedUtilization <= singleMachineCores;
  return {
    rate,
    cores,
    webProcesses,
    workerProcesses,
    databases,
    machines: isOneMachineEnough ? 1 : Math.max(2, Math.ceil(nodeCores / machineCores)) + databases,
  };
}

/**
 * Predicts the maximum number of tasks per second with one web process, one worker and PostgreSQL on `cores`
 * processors, and the bottleneck.
 */
export function predictLimit(
  costs: Costs,
  usage: Usage,
  cores: number,
): { rate: number; bottleneck: string } {
  const times = predictTimes(costs, { ...toWork(1, usage), seconds: 0, activeSeconds: 0 });
  const limits: [string, number][] = [
    ['the web process', 1000 / times.web],
    ['the worker', 1000 / times.worker],
    ['the processors', (cores * 1000) / sumTimes(times)],
  ];
  const [first = ['nothing', 0]] = limits.toSorted(([, a], [, b]) => a - b);
  return { rate: first[1], bottleneck: first[0] };
}
