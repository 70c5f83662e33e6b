import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** One answered request of this process. */
export interface CountedRequest {
  /** A name of the route table, never a path with ids in it; `none` where no route matched. */
  route: string;
  method: string;
  status: number;
  ms: number;
}

/** Metrics of this process since it began. */
export interface RequestMetrics {
  count(request: CountedRequest): void;
  /** In the Prometheus text format. */
  text(): Promise<string>;
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const latencySeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

let metrics: RequestMetrics | undefined;

/** The metrics of this process; measuring its event loop begins with the first call. */
export function getRequestMetrics(): RequestMetrics {
  metrics ??= keepMetrics();
  return metrics;
}

function keepMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'answerscope_http_requests_total',
    help: 'Requests to /v1 answered by this process.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'How long they took.',
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
