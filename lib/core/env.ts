import { z } from 'zod';
import { isHostName } from '#lib/core/host-name';
import { splitList } from '#lib/core/text';

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** Allows fractions, which keep tests short. */
const seconds = (max: number) => z.coerce.number().min(0).max(max);
const hours = z.coerce.number().positive();
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional();
const nonEmptyText = z.string().min(1);
const logLevel = z.enum(['silent', 'error', 'warn', 'info', 'debug']);
const hexKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (32 bytes)');

/** All environment variables of the product, with their descriptions for docs/settings.md and .env.example. */
const schema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000).describe('Port of the web process.'),
  APP_URL: url
    .optional()
    .describe(
      'Public URL of this instance. Default `http://localhost:<PORT>`, and then the instance can be reached only from the machine itself; with a value, it listens on all network interfaces.',
    ),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) => splitList(text))
    .refine(
      (hosts) => hosts.every(isHostName),
      'must be hosts without ports such as answers.internal,10.0.0.5',
    )
    .describe(
      'Comma-separated hosts under which the web process can be reached, besides those of `APP_URL`, `STORAGE_URL`, `API_BASE_URL` and `PRINT_BASE_URL`, and the machine itself (`localhost`). Requests for other hosts get a 421, except `/healthz`, `/readyz` and `/metrics`.',
    ),
  HSTS_INCLUDE_SUBDOMAINS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'With an https `APP_URL`, responses tell browsers to use only HTTPS for its host for a year (`Strict-Transport-Security`). With `on`, this also applies to all its subdomains.',
    ),
  TRUSTED_PROXIES: wholeNumber(0, 10)
    .default(0)
    .describe(
      'Number of reverse proxies in front of the web process that append to X-Forwarded-For. Sign-in attempts are limited per client IP address, as reported by the outermost of these proxies; with 0, per IP address of the connection. API keys that are limited to IP addresses are checked against the same address.',
    ),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(10, 1_000_000)
    .default(1000)
    .describe(
      'Connections that a client IP address may have open at once to a web process. With `TRUSTED_PROXIES`, requests in flight of the address that the outermost proxy reports.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      'Base URL of an OpenTelemetry collector, such as `http://collector:4318`, to which traces and logs are exported with OTLP over HTTP. Off by default. The other variables of the OpenTelemetry specification apply too, such as `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_TRACES_SAMPLER`.',
    ),
  WORKER_METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'Port on which the worker process serves its Prometheus metrics (`/metrics`), the state of the instance as a page (`/status`) and `/healthz`, all without a key: don’t make it public. Off by default.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the embedded database and the generated secrets.'),
  DATABASE_URL: databaseUrl.describe(
    'PostgreSQL 15 or later. By default, an embedded PostgreSQL runs in `DATA_DIR`.',
  ),
  DATABASE_OWNER_URL: databaseUrl.describe(
    'URL of the same database, with a role that owns its tables; used only for migrations. The role of `DATABASE_URL` then owns only the tables of the job queue, and needs CREATE on the database to create them.',
  ),
  DATABASE_DIRECT_URL: databaseUrl.describe(
    'URL of the same database without the pooler, if `DATABASE_URL` points to PgBouncer in transaction mode. Used for notifications, session locks, background jobs and migrations. Requires `DATABASE_PAGES_URL`; see docs/deployment.md.',
  ),
  DATABASE_PAGES_URL: databaseUrl.describe(
    'With `DATABASE_DIRECT_URL`: URL of the PgBouncer database for the dashboard’s pages. Row-level security restricts each of its transactions to one organization.',
  ),
  DATABASE_READ_URL: databaseUrl.describe(
    'URL of a streaming replica of the database, without a pooler. Web processes then read dashboard metrics from it; see docs/deployment.md.',
  ),
  DATABASE_READ_MAX_LAG_SECONDS: z.coerce
    .number()
    .min(1)
    .max(300)
    .default(10)
    .describe(
      'Maximum replication lag of `DATABASE_READ_URL` in seconds. Beyond it, dashboard metrics are read from `DATABASE_URL`.',
    ),
  DATABASE_POOL: wholeNumber(2, 200).default(20).describe('Connections per process; see docs/scaling.md.'),
  ENCRYPTION_KEY: hexKey
    .optional()
    .describe('Encrypts stored secrets; 32 bytes in hexadecimal. Generated in `DATA_DIR` by default.'),
  NEXTAUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Encrypts session cookies, and signs the cookies of browsers in which a user has signed in before, and the URLs of stored pages. Generated in `DATA_DIR` by default.',
    ),
  LOG_LEVEL: logLevel.default('info').describe('Log level: silent, error, warn, info or debug.'),
  DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'With `on`, `npm start` and `npm run dev` create the demo organization and its history at their first start, and the wizard for new projects offers a demo.',
    ),
  SIGN_UP: z
    .enum(['open', 'invitation', 'closed'])
    .default('open')
    .describe(
      'Who can create an account: anyone (`open`), only people with an invitation (`invitation`), or nobody (`closed`).',
    ),
  SIGN_UP_DOMAINS: z
    .string()
    .toLowerCase()
    .regex(
      /^\s*[a-z\d-]+(\.[a-z\d-]+)+(\s*,\s*[a-z\d-]+(\.[a-z\d-]+)+)*\s*$/,
      'must be domains such as example.com,example.org',
    )
    .transform((domains) => domains.split(',').map((domain) => domain.trim()))
    .optional()
    .describe(
      'With `SIGN_UP=open`, only email addresses of these domains can create an account without an invitation, such as `example.com,example.org`. With `SMTP_URL`, the address must be verified before the account can be used.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, such as `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the start. Without it, emails stay in the database, where `npm run cli -- email list` shows them.',
    ),
  EMAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must look like Answerscope <no-reply@example.com>',
    )
    .optional()
    .describe('Sender of emails, such as `Answerscope <no-reply@example.com>`. Required with `SMTP_URL`.'),
  CHROMIUM_PATH: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute path of Chromium or Chrome, which prints reports as PDF. By default, the Chromium that `npx playwright install chromium` installs, or one that is installed on the system. Without either, reports cannot be exported as PDF.',
    ),
  PRINT_BASE_URL: url
    .optional()
    .describe(
      'Base URL where Chromium opens the pages it prints. Default `http://127.0.0.1:<PORT>`; a worker on a machine without a web process needs another URL.',
    ),
  GOOGLE_CLIENT_ID: nonEmptyText
    .optional()
    .describe(
      'Enables signing in with Google, together with `GOOGLE_CLIENT_SECRET`. Its redirect URI is `<APP_URL>/api/auth/callback/google`.',
    ),
  GOOGLE_CLIENT_SECRET: nonEmptyText.optional().describe('Secret for `GOOGLE_CLIENT_ID`.'),
  GITHUB_CLIENT_ID: nonEmptyText
    .optional()
    .describe(
      'Enables signing in with GitHub, together with `GITHUB_CLIENT_SECRET`. Its redirect URI is `<APP_URL>/api/auth/callback/github`.',
    ),
  GITHUB_CLIENT_SECRET: nonEmptyText.optional().describe('Secret for `GITHUB_CLIENT_ID`.'),
  OIDC_ISSUER: url
    .optional()
    .describe(
      'URL of an OpenID Connect issuer, which enables signing in with it, together with `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`. Its ID tokens must contain `email` and `email_verified`. Its redirect URI is `<APP_URL>/api/auth/callback/oidc`.',
    ),
  OIDC_CLIENT_ID: nonEmptyText.optional().describe('Client ID at `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: nonEmptyText.optional().describe('Secret for `OIDC_CLIENT_ID`.'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('single sign-on')
    .describe('Name of the issuer on the sign-in page: “Continue with …”.'),
  SESSION_IDLE_HOURS: wholeNumber(1, 720)
    .default(168)
    .describe('Hours of inactivity after which a session ends. Every session ends after 30 days.'),
  WORKER_CONCURRENCY: wholeNumber(1, 2000)
    .default(256)
    .describe(
      'Tasks a worker process runs concurrently. One organization gets at most half of them, and one provider key about two thirds, so that others can start at once.',
    ),
  LEASE_SECONDS: z.coerce
    .number()
    .positive()
    .default(15)
    .describe('Seconds after which a task is requeued if its worker stops renewing its lease.'),
  SHUTDOWN_DELAY_SECONDS: seconds(300)
    .default(0)
    .describe(
      'Seconds for which a web process still accepts requests after SIGTERM while `/healthz` responds with 503, so that a reverse proxy notices.',
    ),
  SHUTDOWN_GRACE_SECONDS: seconds(3600)
    .default(10)
    .describe(
      'Seconds that running requests and tasks have to finish when a process stops. After that, requests fail with 503 and are not charged, and tasks are requeued.',
    ),
  ENGINE_PROVIDERS: z
    .string()
    .regex(/^[a-z/]+=[a-z]+(,[a-z/]+=[a-z]+)*$/, 'must look like chat=openai,gen=sandbox')
    .optional()
    .describe(
      'Provider per engine, such as `chat=openai,gen=sandbox`. Default: the first provider, in the order of the settings below, for which the organization has a key, otherwise the first one whose key is set here, otherwise the sandbox (which has no `social`). If an engine has a provider here, only this one is used, with the organization’s own key if there is one.',
    ),
  PROVIDER_CHECKS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'With `on`, a worker sends one short request a day to every provider whose key is set here, and compares the response with what Answerscope reads of it, so that a change of the provider is noticed on its first day. It costs about $0.01 to $0.02 a day per provider that uses a language model, and the price of one search for the others.',
    ),
  OPENAI_API_KEY: nonEmptyText.optional().describe('Enables OpenAI for `chat`.'),
  OPENAI_BASE_URL: url.default('https://api.openai.com').describe('Base URL of the OpenAI API.'),
  OPENAI_MODEL: z.string().min(1).default('gpt-5.2').describe('Model used for `chat`.'),
  GEMINI_API_KEY: nonEmptyText.optional().describe('Enables Gemini for `gen`.'),
  GEMINI_BASE_URL: url
    .default('https://generativelanguage.googleapis.com')
    .describe('Base URL of the Gemini API.'),
  GEMINI_MODEL: z.string().min(1).default('gemini-2.5-flash').describe('Model used for `gen`.'),
  PERPLEXITY_API_KEY: nonEmptyText.optional().describe('Enables Perplexity for `answer`.'),
  PERPLEXITY_BASE_URL: url.default('https://api.perplexity.ai').describe('Base URL of the Perplexity API.'),
  PERPLEXITY_MODEL: z
    .string()
    .min(1)
    .default('perplexity/sonar')
    .describe('Model used for `answer`, with its vendor; `sonar` means `perplexity/sonar`.'),
  XAI_API_KEY: nonEmptyText.optional().describe('Enables xAI for `social`.'),
  XAI_BASE_URL: url.default('https://api.x.ai').describe('Base URL of the xAI API.'),
  XAI_MODEL: z.string().min(1).default('grok-4.3').describe('Model used for `social`.'),
  SERPAPI_API_KEY: nonEmptyText
    .optional()
    .describe('Enables SerpApi for `office`, `searchai`, `overview`, `search` and `search/news`.'),
  SERPAPI_BASE_URL: url.default('https://serpapi.com').describe('Base URL of SerpApi.'),
  DATAFORSEO_LOGIN: nonEmptyText
    .optional()
    .describe(
      'Enables DataForSEO, together with `DATAFORSEO_PASSWORD`, for `chat`, `gen`, `searchai`, `overview`, `search` and `search/news`.',
    ),
  DATAFORSEO_PASSWORD: nonEmptyText.optional().describe('Password for `DATAFORSEO_LOGIN`.'),
  DATAFORSEO_BASE_URL: url.default('https://api.dataforseo.com').describe('Base URL of DataForSEO.'),
  REMOTE_BASE_URL: url
    .optional()
    .describe('Base URL of another Answerscope instance, which can serve every engine.'),
  REMOTE_API_KEY: nonEmptyText.optional().describe('API key for `REMOTE_BASE_URL`.'),
  API_BASE_URL: url
    .optional()
    .describe('Base URL of the service that the dashboard uses. Default: this instance.'),
  API_KEY: nonEmptyText
    .optional()
    .describe(
      'API key the dashboard uses for all organizations. Default: each organization has its own key for this instance.',
    ),
  API_SIGNING_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a signing secret such as whsec_…')
    .optional()
    .describe(
      'Signing secret of the webhooks from the service at `API_BASE_URL`. If `API_KEY` is set and this is not, unsigned webhooks are accepted.',
    ),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .regex(/^[^\s,/@?#]*(\s*,\s*[^\s,/@?#]*)*$/, 'must be hosts such as 10.0.0.7:8080,hooks.internal')
    .default('')
    .describe(
      'Comma-separated `host[:port]` of hosts that webhooks may reach although they are not public or belong to this instance. The dashboard’s own webhook endpoint needs no entry.',
    ),
  WEBHOOK_INTERNAL_RESPONSES: z
    .enum(['status', 'full'])
    .default('status')
    .describe(
      'What members see of the responses from hosts in `WEBHOOK_ALLOWED_HOSTS`: only the status and the size (`status`), or also headers and body (`full`).',
    ),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){3}$/, 'must be four numbers such as 120,240,480,960')
    .default('120,240,480,960')
    .describe('Seconds before webhook attempts 2 to 5.'),
  STORAGE_URL: url.optional().describe('Base URL of stored pages. Default `<APP_URL>/storage`.'),
  TASK_RETENTION_HOURS: hours.default(24).describe('Hours a finished task is kept.'),
  HTML_RETENTION_HOURS: hours.default(24).describe('Hours a stored page is kept.'),
});

const envSchema = schema
  .refine((env) => !env.SMTP_URL || env.EMAIL_FROM, {
    path: ['EMAIL_FROM'],
    message: 'must be set together with SMTP_URL',
  })
  .transform((env) => {
    const APP_URL = env.APP_URL ?? `http://localhost:${env.PORT}`;
    return {
      ...env,
      APP_URL,
      API_BASE_URL: env.API_BASE_URL ?? `http://127.0.0.1:${env.PORT}`,
      PRINT_BASE_URL: env.PRINT_BASE_URL ?? `http://127.0.0.1:${env.PORT}`,
      STORAGE_URL: env.STORAGE_URL ?? `${APP_URL}/storage`,
      /** The address to listen on; undefined for all network interfaces. */
      LISTEN_ADDRESS: env.APP_URL === undefined ? '127.0.0.1' : undefined,
    };
  });

export type Env = z.output<typeof envSchema>;

/**
 * Parses environment variables. An empty value counts as unset.
 * @throws Error with one line that names the variable and what is wrong with it
 */
export function parseEnv(environment: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = envSchema.safeParse(values);
  if (data) return data;
  const issue = error.issues[0];
  throw new Error(`Invalid ${issue?.path.join('.')}: ${issue?.message}. Correct it and start again.`);
}

let current: Env | undefined;

/** Returns the environment of this process, parsed once. @throws Error as `parseEnv` does */
export function getEnv(): Env {
  current ??= parseEnv(process.env);
  return current;
}

/** Returns LOG_LEVEL, or the default if it is invalid, which `getEnv` then reports. */
export function getLogLevel(): Env['LOG_LEVEL'] {
  return schema.shape.LOG_LEVEL.catch('info').parse(process.env.LOG_LEVEL);
}

/** Lists all variables in order, for docs/settings.md and .env.example. */
export function describeEnv() {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    description: field.description ?? '',
    default: field instanceof z.ZodDefault ? String(field.def.defaultValue) : undefined,
  }));
}

/**
 * Returns the key that encrypts stored secrets: 32 bytes in hexadecimal.
 * @throws Error if it is missing, which only happens in a process started without the launcher
 */
export function getEncryptionKey(): string {
  const key = getEnv().ENCRYPTION_KEY;
  if (key) return key;
  throw new Error('ENCRYPTION_KEY is missing. Set it, or use npm start, which generates one.');
}
