import { parseArgs } from 'node:util';
import { z } from 'zod';
import { describeError } from '#lib/core/errors';
import { startVendors } from '#scripts/mock-providers/server';

const usage = `Usage: npm run vendors -- [--folder DIR] [--port N] [--delay MS] [--failures SHARE]

Plays the vendors' interfaces until it is stopped.
  --folder DIR      the recordings it replays; fixtures/vendors by default
  --port N          where it listens; 4010 by default
  --delay MS        milliseconds before every answer; 0 by default
  --failures SHARE  the share of calls, from 0 to 1, that fail in one of all ways; 0 by default
`;

const between = (least: number, most: number, message: string) =>
  z.coerce.number(message).min(least, message).max(most, message);

const numbers = z.object({
  port: between(0, 65_535, '--port must be a number from 0 to 65535.'),
  delay: between(0, 3_600_000, '--delay must be a number of milliseconds.'),
  failures: between(0, 1, '--failures must be a number from 0 to 1.'),
});

async function play(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      folder: { type: 'string', default: 'fixtures/vendors' },
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
  const { port, delay: delayMs, failures: failureShare } = data;
  const running = await startVendors({ folder, port, delayMs, failureShare });
  process.stdout.write(`The vendors are played from ${folder}. Start the service beside them with:
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
  await play();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n\n${usage}`);
  process.exitCode = 1;
}
