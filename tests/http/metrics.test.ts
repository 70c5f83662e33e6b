import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const service = await startService();
await service.startWorker();
afterAll(() => service.stop());

const scrape = async () => {
  const response = await fetch(`${service.baseUrl}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
};
const readValue = (text: string, series: string) => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('reports requests, the queue and provider requests; needs no API key and reveals no data of organizations', async () => {
  const organization = await service.createTenant({ name: 'Secretive Kayaks' });
  const { body } = await organization.send('POST', '/v1/monitor/gen', {
    prompt: 'Which kayak folds?',
    country: 'US',
  });
  expect(body.success).toBe(true);
  await organization.send('GET', '/v1/async/task/0b0b0b0b-0000-4000-8000-000000000000');
  await organization.send('POST', '/v1/async/task', {
    taskType: 'ANSWER',
    payload: { prompt: 'Which?', country: 'US' },
  });
  const text = await waitFor('the task is counted', async () => {
    const text = await scrape();
    const requests = readValue(
      text,
      'answerscope_provider_requests_total{provider="sandbox",engine="answer"}',
    );
    return requests === 1 ? text : undefined;
  });
  expect(readValue(text, 'answerscope_database_up')).toBe(1);
  expect(readValue(text, 'answerscope_tasks_queued')).toBe(0);
  expect(readValue(text, 'answerscope_deliveries_pending')).toBe(0);
  expect(readValue(text, 'answerscope_provider_requests_total{provider="sandbox",engine="gen"}')).toBe(1);
  expect(readValue(text, 'answerscope_provider_latency_seconds_count{provider="sandbox",engine="gen"}')).toBe(
    1,
  );
  expect(
    readValue(text, 'answerscope_provider_latency_seconds_bucket{provider="sandbox",engine="gen",le="+Inf"}'),
  ).toBe(1);
  expect(
    readValue(text, 'answerscope_http_requests_total{route="monitor:gen",method="POST",status="200"}'),
  ).toBe(1);
  expect(readValue(text, 'answerscope_http_requests_total{route="getTask",method="GET",status="404"}')).toBe(
    1,
  );
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  for (const secret of ['Secretive', organization.id, organization.secret])
    expect(text).not.toContain(secret);
});

test('declares every metric exactly once, before its values', async () => {
  const declared = new Set<string>();
  for (const line of (await scrape()).split('\n')) {
    const type = /^# TYPE (\S+) (?:gauge|counter|histogram|summary)$/.exec(line);
    if (type?.[1]) {
      expect(declared).not.toContain(type[1]);
      declared.add(type[1]);
    } else if (line !== '' && !line.startsWith('#')) {
      const [, series] =
        /^([a-zA-Z_:][\w:]*)(?:\{(?:\w+="[^"]*",?)*\})? (?:[-+\d.e]+|nan|\+Inf)$/i.exec(line) ?? [];
      const name = series?.replace(/_(?:bucket|sum|count)$/, '') ?? line;
      expect(declared.has(name) || declared.has(series ?? ''), line).toBe(true);
    }
  }
});
