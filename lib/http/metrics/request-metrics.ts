import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A finished request. */
export interface CountedRequest {
  /** Name in the route table, or `none`. */
  route: string;
  method: string;
  status: number;
  ms: number;
}

/** Metrics of the process since its start. */
export interface RequestMetrics {
  count(request: CountedRequest): void;
  /** Formats the metrics as Prometheus text. */
  text(): Promise<string>;
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const latencySeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Creates the metrics of a process and starts measuring its event loop. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'answerscope_http_requests_total',
    help: 'Requests to /v1 of this process.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'Latency of requests to /v1.',
    labelNames: ['route'],
    buckets: latencySeconds,
    registers: [registry],
  });
  return {
    count({ route, method, status, ms }) {
      requests.inc({ route, method: knownMethods.has(method) ? method : 'other', status });
      latency.observe({ route }, ms / 1000);
    },
    text: () => registry.metrics(),
  };
}
