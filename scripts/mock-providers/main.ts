import { parseArgs } from 'node:util';
import { z } from 'zod';
import { describeError } from '#lib/core/errors';
import { startMockProviders } from '#scripts/mock-providers/server';

const usage = `Usage: npm run mock-providers -- [--folder DIR] [--port N] [--delay MS] [--failures SHARE]

Runs a server that responds like the providers' APIs until it is stopped.
  --folder DIR      responses to replay (default: fixtures/providers)
  --port N          port to listen on (default: 4010)
  --delay MS        delay before every response (default: 0)
  --failures SHARE  share of calls that fail, from 0 to 1 (default: 0)
`;

const createRangeSchema = (minimum: number, maximum: number, message: string) =>
  z.coerce.number(message).min(minimum, message).max(maximum, message);

const numbers = z.object({
  port: createRangeSchema(0, 65_535, '--port must be a number from 0 to 65535.'),
  delay: createRangeSchema(0, 3_600_000, '--delay must be a number of milliseconds from 0 to 3600000.'),
  failures: createRangeSchema(0, 1, '--failures must be a number from 0 to 1.'),
});

async function runServer(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      folder: { type: 'string', default: 'fixtures/providers' },
      port: { type: 'string', default: '4010' },
      delay: { type: 'string', default: '0' },
      failures: { type: 'string', default: '0' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const { folder } = values;
  const { data, error } = numbers.safeParse(values);
  if (!data) throw new Error(error.issues[0]?.message);
  const { port, delay: delayMs, failures: failureRate } = data;
  const running = await startMockProviders({ folder, port, delayMs, failureRate });
  process.stdout.write(`Replaying the responses in ${folder} for OpenAI, Gemini and Perplexity, and generating those of the others.
Start the service with:
  OPENAI_API_KEY=any OPENAI_BASE_URL=${running.url}
  GEMINI_API_KEY=any GEMINI_BASE_URL=${running.url}
  PERPLEXITY_API_KEY=any PERPLEXITY_BASE_URL=${running.url}
  XAI_API_KEY=any XAI_BASE_URL=${running.url}/xai
  DATAFORSEO_LOGIN=any DATAFORSEO_PASSWORD=any DATAFORSEO_BASE_URL=${running.url}
  SERPAPI_API_KEY=any SERPAPI_BASE_URL=${running.url}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
}

try {
  await runServer();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n\n${usage}`);
  process.exitCode = 1;
}
