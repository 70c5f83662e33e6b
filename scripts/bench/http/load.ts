import { Pool } from 'undici';

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** What a server bore. Times are milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers other than 200. */
  failed: number;
}

/** What was seen in one stretch of time. */
export interface LoadSample {
  /** Milliseconds of each request. */
  latencies: number[];
  seconds: number;
  failed: number;
}

const connections = 32;

/** Asks over 32 kept connections, each as soon as it has its answer, with the keys in turn. */
export async function runLoad(
  seconds: number,
  url: string,
  { method, path, body }: Endpoint,
  secrets: readonly string[],
): Promise<LoadSample> {
  const db = new Pool(url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  let failed = 0;
  let turn = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const askOn = async () => {
    while (performance.now() < end) {
      turn += 1;
      const headers = {
        authorization: `Bearer ${secrets[turn % secrets.length]}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      };
      const asked = performance.now();
      const answer = await db.request({ method, path, headers, body: body ?? null });
      await answer.body.arrayBuffer();
      latencies.push(performance.now() - asked);
      if (answer.statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  const elapsed = (performance.now() - startedAt) / 1000;
  await db.close();
  return { latencies, seconds: elapsed, failed };
}

/** Several stretches as one. */
export function combineSamples(stretches: readonly LoadSample[]): Load {
  const latencies = stretches.flatMap((stretch) => stretch.latencies).sort((a, b) => a - b);
  const sum = (of: (stretch: LoadSample) => number) =>
    stretches.reduce((total, stretch) => total + of(stretch), 0);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: latencies.length / sum(({ seconds }) => seconds),
    p50: quantile(0.5),
    p99: quantile(0.99),
    failed: sum(({ failed }) => failed),
  };
}
