import { coverage, listCountries } from '#lib/contract/countries';
import { engineSpecs, engines } from '#lib/contract/engines';
import { exampleErrors } from '#lib/contract/examples/examples';
import { webhookSamples } from '#lib/contract/openapi/webhook';
import { limits, plans } from '#lib/contract/plans';
import { webhookHeaders } from '#lib/contract/tasks';
import { describeApiError, type ErrorCode, errorTable, isRetryableStatus } from '#lib/core/errors';
import { formatClauses, formatItems } from '#lib/core/lists';

const formatCount = (count: number) => count.toLocaleString('en');

function buildTable(headings: string[], rows: (string | number)[][]): string {
  const lines = [headings, headings.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const errorCodes = buildTable(
  ['Code', 'Status', 'Retry', 'Default message or cause'],
  (Object.keys(errorTable) as ErrorCode[]).map((code) => [
    `\`${code}\``,
    errorTable[code].status,
    isRetryableStatus(errorTable[code].status) ? 'yes' : 'no',
    describeApiError(code),
  ]),
);

const limitValues = buildTable(
  ['Limit', 'Value', 'Applies to'],
  [
    ['Requests per second', limits.requestsPerSecond, 'all API keys of an organization'],
    ['Requests per hour', formatCount(limits.runRequestsPerHour), '`/v1/run`'],
    ['Prompt or query', '1 to 10,000 characters (Unicode code points)', 'a request or task'],
    [
      'Request body',
      `${limits.bodyBytes / 1024} KiB, ${formatCount(limits.bodyValues)} values, ${limits.bodyDepth} levels`,
      'every endpoint except `/v1/async/task/batch`, and each task of a batch',
    ],
    [
      'Batch',
      `1 to ${limits.batchTasks} tasks, ${limits.batchBodyBytes / 1024 / 1024} MiB`,
      '`/v1/async/task/batch`',
    ],
    ['Queue', `${formatCount(limits.queuedTasks)} queued tasks`, 'an organization'],
    ['Webhook', `${limits.webhookAttempts} attempts of up to 10 seconds`, 'a delivery'],
    ['Task retention', '24 hours by default', 'finished tasks with their responses'],
    ['Stored page retention', '24 hours by default', 'URLs in `result.html`'],
  ],
);

const planValues = buildTable(
  ['Plan', 'Credits per month', 'Concurrency, sync', 'Concurrency, async'],
  Object.entries(plans).map(([plan, { monthlyCredits, syncConcurrency, asyncConcurrency }]) => [
    `\`${plan}\``,
    formatCount(monthlyCredits),
    syncConcurrency,
    asyncConcurrency,
  ]),
);

const prices = buildTable(
  ['Engine', 'Name', 'Credits', 'Additional credits'],
  engines.map((engine) => {
    const { name, credits, acceptsState, acceptsPages } = engineSpecs[engine];
    const additional = [
      ...(engine === 'chat'
        ? ['2 in total for one or more of rawResponse, searchQueries, ads and shopping']
        : []),
      ...(acceptsState ? ['2 for state'] : []),
      ...(acceptsPages ? ['2 for each page after the first'] : []),
      ...(engine === 'search' ? ['2 for include.overview'] : []),
    ];
    return [`\`${engine}\``, name, credits, formatClauses(additional)];
  }),
);

const countries = buildTable(
  ['Engine', 'Name', 'Countries', 'Unavailable in', 'Source'],
  engines.map((engine) => [
    `\`${engine}\``,
    engineSpecs[engine].name,
    listCountries(engine).length,
    formatItems(coverage[engine].unavailableIn),
    coverage[engine].source,
  ]),
);

/** Introduction of the API reference, in Markdown. */
export const introduction = `Answerscope sends a prompt or a search query to an AI answer engine or a search engine, as seen from a country, and returns the answer as structured JSON: synchronously, or as an asynchronous task whose result is polled or sent to a webhook.

An explicit null for an optional request field counts as absent, and unknown request fields are ignored.

## Authentication

Send \`Authorization: Bearer <API_KEY>\` with every request. Create API keys in the dashboard; a key works with the endpoints that its scopes allow. Keep keys out of browsers and repositories.

## Errors

Every 4xx and 5xx response has a body like the one below. Branch on \`error.code\`. A validation error also lists the invalid fields in \`details\`. Retry 500, 502 and 503 with exponential backoff. After a 429, the time to wait depends on the limit: one second for the limit per second, until \`X-RateLimit-Reset\` for the limit per hour, until one of your requests has finished for the concurrency limit, and until queued tasks have finished for the queue limit.

\`\`\`json
${JSON.stringify(exampleErrors.VALIDATION_ERROR, null, 2)}
\`\`\`

${errorCodes}

## Limits

${limitValues}

## Countries

Requests accept any country of ISO 3166-1, but engines are not available in all of them. \`/v1/countries\` lists the countries of an engine.

${countries}

## Credits

A request holds its credits while it runs. It is charged when it succeeds, or when its client disconnects after the engine was queried. Failed requests cost nothing, with one exception: if the service loses its database connection while it commits the charge, the request fails with 503 and may have been charged. Responses of the monitor endpoints and \`/v1/run\` with the status 200 or 429 have the headers \`X-Concurrent-*\` and \`X-Credits-*\`; those with another status have them if the credits were checked before the error. All countries have the same price.

${prices}

${planValues}

## Versioning

Changes within \`/v1\` are additive: ignore unknown response fields. A deprecated endpoint has \`Deprecation\`, \`Sunset\` and \`Link\` headers at least six months before it stops responding.`;

const { timestamp, signature, previousSignature, id, test } = webhookHeaders;

/** Guide to receiving webhooks, in Markdown. */
export const webhookGuide = `If a task was created with \`webhook.url\`, its record is sent there by POST when it is \`COMPLETED\` or \`FAILED\`. Any 2xx response acknowledges it. Otherwise it is sent again, by default after about 2, 4, 8 and 16 minutes; there are ${limits.webhookAttempts} attempts in total. Tasks usually arrive in the order in which they end, but a repeated delivery arrives later. A task can arrive more than once: deduplicate on \`task.id\`.

With signing enabled, a delivery has the headers \`${timestamp}\` (Unix seconds), \`${signature}\` (\`v1=\` and the hex-encoded HMAC-SHA256, keyed with the whole signing secret, of the timestamp, a dot and the raw body) and \`${id}\` (the task ID, a dash and the attempt). Compute the signature over the received bytes, compare it in constant time, and reject timestamps that differ by more than ${limits.webhookToleranceSeconds / 60} minutes.

Rotating the secret changes \`${signature}\` at once. If you choose an overlap, \`${previousSignature}\` contains the signature with the previous secret until the overlap ends, so that an endpoint that knows either secret can verify deliveries.

Test events sent from the dashboard have the header \`${test}\` and \`"test": true\` in the body; their task does not exist.

If every delivery to an endpoint (a URL without its query) fails for five days, the endpoint is disabled: deliveries aren’t sent, but stored for the retention period (24 hours by default). In this time, they can be resent in the dashboard, once the endpoint is enabled again.

In TypeScript:

\`\`\`ts
${webhookSamples.typescript}
\`\`\`

In Python:

\`\`\`python
${webhookSamples.python}
\`\`\``;
