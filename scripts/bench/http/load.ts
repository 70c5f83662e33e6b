import { Pool } from 'undici';

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** Throughput and latency of a server. Times are in milliseconds. */
export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses other than 200. */
  failed: number;
}

/** Measurements of one call of `runLoad`. */
export interface LoadMeasurement {
  /** Of each request, in milliseconds. */
  latencies: number[];
  seconds: number;
  failed: number;
}

const connections = 32;

/** Sends requests over 32 connections, each as soon as the previous one has its response, with the API keys in turn. */
export async function runLoad(
  seconds: number,
  url: string,
  { method, path, body }: Endpoint,
  secrets: readonly string[],
): Promise<LoadMeasurement> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  let failed = 0;
  let requests = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      requests += 1;
      const headers = {
        authorization: `Bearer ${secrets[requests % secrets.length]}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      };
      const sentAt = performance.now();
      const response = await pool.request({ method, path, headers, body: body ?? null });
      await response.body.arrayBuffer();
      latencies.push(performance.now() - sentAt);
      if (response.statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  const elapsed = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { latencies, seconds: elapsed, failed };
}

/** Combines the measurements of several calls of `runLoad`. */
export function combineMeasurements(measurements: readonly LoadMeasurement[]): LoadResult {
  const latencies = measurements.flatMap((measurement) => measurement.latencies).sort((a, b) => a - b);
  const sum = (read: (measurement: LoadMeasurement) => number) =>
    measurements.reduce((total, measurement) => total + read(measurement), 0);
  const getQuantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: latencies.length / sum(({ seconds }) => seconds),
    p50: getQuantile(0.5),
    p99: getQuantile(0.99),
    failed: sum(({ failed }) => failed),
  };
}
