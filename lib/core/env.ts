import { z } from 'zod';

/** A number of hours; fractions are allowed so that tests need not wait. */
const hours = z.coerce.number().positive();
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const secretKey = z.string().min(1);
const hexKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (32 bytes)');

/**
 * Every environment variable the product reads. The description is what the README's table says of it;
 * variables the launcher fills in say so.
 */
const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe('Port of the web process.'),
  APP_URL: url.optional().describe('Public address of this instance. Default `http://localhost:<PORT>`.'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Reverse proxies before the web process that add to X-Forwarded-For. Attempts to sign in are counted by the address the outermost one saw; with 0 by the connection itself.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the embedded database and of generated secrets.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A PostgreSQL 15 or newer. Without it an embedded one runs below `DATA_DIR`.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(20)
    .describe('Connections a process may open.'),
  ENCRYPTION_KEY: hexKey
    .optional()
    .describe('32 bytes in hexadecimal that encrypt stored secrets. Generated below `DATA_DIR` when unset.'),
  NEXTAUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs sessions and stored-page addresses. Generated below `DATA_DIR` when unset.'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged.'),
  DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the first start makes the demo organization and fills its history.'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(64)
    .describe('Tasks one worker runs at once.'),
  LEASE_SECONDS: z.coerce
    .number()
    .positive()
    .default(15)
    .describe('How long a claimed task stays with a worker that no longer renews it.'),
  ENGINE_PROVIDERS: z
    .string()
    .regex(/^[a-z/]+=[a-z]+(,[a-z/]+=[a-z]+)*$/, 'must look like chat=openai,gen=sandbox')
    .optional()
    .describe(
      'Which provider answers an engine, such as `chat=openai,gen=sandbox`. Default: the one whose key is set, else the sandbox. An organization’s own keys go before the instance’s.',
    ),
  OPENAI_API_KEY: secretKey.optional().describe('Turns on OpenAI for `chat`.'),
  OPENAI_BASE_URL: url.default('https://api.openai.com').describe('Address of the OpenAI API.'),
  OPENAI_MODEL: z.string().min(1).default('gpt-5.2').describe('Model asked for `chat`.'),
  GEMINI_API_KEY: secretKey.optional().describe('Turns on Gemini for `gen`.'),
  GEMINI_BASE_URL: url
    .default('https://generativelanguage.googleapis.com')
    .describe('Address of the Gemini API.'),
  GEMINI_MODEL: z.string().min(1).default('gemini-2.5-flash').describe('Model asked for `gen`.'),
  PERPLEXITY_API_KEY: secretKey.optional().describe('Turns on Perplexity for `answer`.'),
  PERPLEXITY_BASE_URL: url.default('https://api.perplexity.ai').describe('Address of the Perplexity API.'),
  PERPLEXITY_MODEL: z.string().min(1).default('sonar').describe('Model asked for `answer`.'),
  XAI_API_KEY: secretKey.optional().describe('Turns on xAI for `social`.'),
  XAI_BASE_URL: url.default('https://api.x.ai').describe('Address of the xAI API.'),
  XAI_MODEL: z.string().min(1).default('grok-4.3').describe('Model asked for `social`.'),
  SERPAPI_API_KEY: secretKey
    .optional()
    .describe('Turns on SerpApi for `office`, `searchai`, `overview`, `search` and `search/news`.'),
  SERPAPI_BASE_URL: url.default('https://serpapi.com').describe('Address of SerpApi.'),
  DATAFORSEO_LOGIN: secretKey
    .optional()
    .describe(
      'With `DATAFORSEO_PASSWORD` turns on DataForSEO for `chat`, `gen`, `searchai`, `overview`, `search` and `search/news`.',
    ),
  DATAFORSEO_PASSWORD: secretKey.optional().describe('The password of `DATAFORSEO_LOGIN`.'),
  DATAFORSEO_BASE_URL: url.default('https://api.dataforseo.com').describe('Address of DataForSEO.'),
  REMOTE_BASE_URL: url
    .optional()
    .describe('Address of another service with this interface, which can answer every engine.'),
  REMOTE_API_KEY: secretKey.optional().describe('The API key for `REMOTE_BASE_URL`.'),
  API_BASE_URL: url.optional().describe('The service the dashboard talks to. Default: this instance.'),
  API_KEY: secretKey
    .optional()
    .describe(
      'Key the dashboard uses there, for every organization. Default: a key of each organization at this instance.',
    ),
  API_SIGNING_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a signing secret such as whsec_…')
    .optional()
    .describe(
      'Secret that service signs its webhooks with. Without it, and with `API_KEY`, they are taken unsigned.',
    ),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .regex(/^[^\s,/@?#]*(\s*,\s*[^\s,/@?#]*)*$/, 'must be hosts such as 10.0.0.7:8080,hooks.internal')
    .default('')
    .describe(
      'Comma-separated `host[:port]` that webhooks may reach though they are not public. The launcher adds the instance itself.',
    ),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){3}$/, 'must be four numbers such as 120,240,480,960')
    .default('120,240,480,960')
    .describe('Waits before webhook attempts 2 to 5.'),
  STORAGE_URL: url
    .optional()
    .describe('Address below which stored pages are served. Default `<APP_URL>/storage`.'),
  TASK_RETENTION_HOURS: hours.default(24).describe('How long an ended task is kept.'),
  HTML_RETENTION_HOURS: hours.default(24).describe('How long a stored page is kept.'),
});

type Parsed = z.output<typeof schema>;

export interface Env extends Omit<Parsed, 'APP_URL' | 'API_BASE_URL' | 'STORAGE_URL'> {
  APP_URL: string;
  API_BASE_URL: string;
  STORAGE_URL: string;
}

/** A setting as the README lists it. */
export interface EnvVariable {
  name: string;
  description: string;
  default: string | undefined;
}

/**
 * Reads settings from an environment. An empty value counts as unset.
 * @throws Error with one line that names the variable and what is wrong with it
 */
export function parseEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`Setting ${issue?.path.join('.')}: ${issue?.message}. Correct it and start again.`);
  }
  const APP_URL = parsed.data.APP_URL ?? `http://localhost:${parsed.data.PORT}`;
  return {
    ...parsed.data,
    APP_URL,
    API_BASE_URL: parsed.data.API_BASE_URL ?? `http://127.0.0.1:${parsed.data.PORT}`,
    STORAGE_URL: parsed.data.STORAGE_URL ?? `${APP_URL}/storage`,
  };
}

let current: Env | undefined;

/** The settings of this process, read from its environment once. @throws Error as `readSettings` does */
export function getEnv(): Env {
  current ??= parseEnv(process.env);
  return current;
}

/** All settings in order, for the README. */
export function describeEnv(): EnvVariable[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    description: field.description ?? '',
    default: field instanceof z.ZodDefault ? String(field.def.defaultValue) : undefined,
  }));
}

/**
 * The key that stored secrets are sealed with: 32 bytes in hexadecimal.
 * @throws Error when the setting is missing, which only happens to a process started without the launcher
 */
export function getEncryptionKey(): string {
  const key = getEnv().ENCRYPTION_KEY;
  if (key) return key;
  throw new Error(
    'Setting ENCRYPTION_KEY is missing. Set it, or start through npm so that one is generated.',
  );
}
