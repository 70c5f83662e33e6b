import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#lib/core/process-metrics';

const registers = [processMetrics];

export const metricReads = new Counter({
  name: 'answerscope_metric_reads_total',
  help: 'Reads of dashboard metrics such as visibility, by database: primary or replica. Counted only if a read replica is configured.',
  labelNames: ['database'],
  registers,
});

/** Reports whether the read replica is used, and how old its data may be at most. */
export function observeReplica(getState: () => { isUsable: boolean; lagMs: number }): void {
  new Gauge({
    name: 'answerscope_replica_usable',
    help: '1 if dashboard metrics such as visibility are read from the read replica, 0 if from the primary.',
    registers,
    collect() {
      this.set(getState().isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'answerscope_replica_lag_seconds',
    help: 'Maximum age of the data of the read replica; +Inf before its first successful check.',
    registers,
    collect() {
      this.set(getState().lagMs / 1000);
    },
  });
}
