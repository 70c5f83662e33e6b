import { parseArgs } from 'node:util';
import { describeError } from '#lib/core/errors';
import { startVendors } from '#lib/vendors/server';

/** `npm run vendors -- --folder DIR [--port N] [--delay MS] [--failures SHARE]`: plays the vendors until stopped. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'fixtures/vendors' },
    port: { type: 'string', default: '4010' },
    delay: { type: 'string', default: '0' },
    failures: { type: 'string', default: '0' },
  },
});
const running = await startVendors({
  folder: values.folder,
  port: Number(values.port),
  delayMs: Number(values.delay),
  failureShare: Number(values.failures),
}).catch((error: unknown) => {
  console.error(`The vendors cannot be played on port ${values.port}: ${describeError(error)}`);
  process.exit(1);
});
console.log(`The vendors are played from ${values.folder}. Start the service beside them with:
  OPENAI_API_KEY=any OPENAI_BASE_URL=${running.url}
  GEMINI_API_KEY=any GEMINI_BASE_URL=${running.url}
  PERPLEXITY_API_KEY=any PERPLEXITY_BASE_URL=${running.url}
  XAI_API_KEY=any XAI_BASE_URL=${running.url}/xai
  DATAFORSEO_LOGIN=any DATAFORSEO_PASSWORD=any DATAFORSEO_BASE_URL=${running.url}
  SERPAPI_API_KEY=any SERPAPI_BASE_URL=${running.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
