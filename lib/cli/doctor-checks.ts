import { sql } from 'drizzle-orm';
import { engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { parseHost } from '#lib/core/host-name';
import type { Database } from '#lib/db/database';
import { queryRows } from '#lib/db/query-rows';
import { listAcceptedHosts } from '#lib/http/accepted-hosts';
import { selectProvider } from '#lib/providers/registry';
import { findDemoOwner } from '#lib/service/users/demo-account';

interface CheckInput {
  db: Database;
  settings: Env;
}

interface Warning {
  /** A sentence that says what is wrong. */
  problem: string;
  /** A sentence that says what to do. */
  action: string;
}

interface DoctorCheck {
  /** The item of SECURITY.md, “What operators must do”. */
  item: string;
  /** Returns a warning; undefined if all is well. */
  check(input: CheckInput): Promise<Warning | undefined> | Warning | undefined;
}

/** Every item of SECURITY.md, “What operators must do”, in its order. */
export const doctorChecks: readonly DoctorCheck[] = [
  { item: 'Secrets', check: ({ settings }) => checkSecrets(settings) },
  { item: 'HTTPS', check: ({ settings }) => checkHttps(settings) },
  { item: 'Reverse proxies', check: ({ settings }) => checkProxies(settings) },
  { item: 'Hosts', check: ({ settings }) => checkHosts(settings) },
  { item: 'Metrics', check: ({ settings }) => checkMetrics(settings) },
  { item: 'Metrics of workers', check: ({ settings }) => checkWorkerMetrics(settings) },
  { item: 'Demo', check: checkDemo },
  { item: 'Sign-up', check: ({ settings }) => checkSignUp(settings) },
  { item: 'Email', check: ({ settings }) => checkEmail(settings) },
  { item: 'Database role', check: ({ db }) => checkDatabaseRole(db) },
];

/** Random keys of this length have at least as many different characters, except about one in a million. */
const minDifferentCharacters = { ENCRYPTION_KEY: 8, NEXTAUTH_SECRET: 10 };

function checkSecrets(settings: Env): Warning | undefined {
  for (const name of ['ENCRYPTION_KEY', 'NEXTAUTH_SECRET'] as const) {
    const value = settings[name];
    const action = `Set ${name} to a random value, such as the output of "openssl rand -hex 32".`;
    if (value === undefined) return { problem: `${name} is not set.`, action };
    const isRepeated = /^(.{1,24}?)\1+$/s.test(value);
    if (isRepeated || new Set(value).size < minDifferentCharacters[name]) {
      return { problem: `${name} is easy to guess.`, action };
    }
  }
  return undefined;
}

const loopbackHosts = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;
/** Whether only the machine itself uses the instance, which then needs neither HTTPS nor a proxy. */
const isLocal = ({ APP_URL }: Env) => loopbackHosts.test(new URL(APP_URL).hostname);

function checkHttps(settings: Env): Warning | undefined {
  if (isLocal(settings) || settings.APP_URL.startsWith('https://')) return undefined;
  return {
    problem: `Passwords and session cookies are sent to ${settings.APP_URL} without encryption.`,
    action: 'Put a reverse proxy with TLS in front, and set APP_URL to its https URL.',
  };
}

function checkProxies(settings: Env): Warning | undefined {
  const { APP_URL, TRUSTED_PROXIES } = settings;
  if (TRUSTED_PROXIES === 0 && APP_URL.startsWith('https://')) {
    return {
      problem: 'APP_URL is https, so a reverse proxy is in front, but TRUSTED_PROXIES is 0.',
      action: 'Set TRUSTED_PROXIES to the number of reverse proxies that append to X-Forwarded-For.',
    };
  }
  if (TRUSTED_PROXIES > 0 && isLocal(settings)) {
    return {
      problem: `APP_URL is ${APP_URL}, but TRUSTED_PROXIES is ${TRUSTED_PROXIES}, so clients can forge their IP address.`,
      action: 'Set APP_URL to the public URL, or TRUSTED_PROXIES to 0 if there is no reverse proxy.',
    };
  }
  return undefined;
}

function checkHosts(settings: Env): Warning | undefined {
  const needed = listAcceptedHosts({ ...settings, ALLOWED_HOSTS: [] });
  const extra = settings.ALLOWED_HOSTS.find((text) => {
    const host = parseHost(text) ?? '';
    return needed.includes(host) || loopbackHosts.test(host);
  });
  if (extra === undefined) return undefined;
  return {
    problem: `ALLOWED_HOSTS contains ${extra}, which is accepted anyway.`,
    action: 'Remove it, so that the list contains only further hosts that you control.',
  };
}

async function checkMetrics(settings: Env): Promise<Warning | undefined> {
  if (isLocal(settings)) return undefined;
  const status = await readStatus(`${settings.APP_URL}/metrics`);
  if (status === undefined) {
    return {
      problem: `${settings.APP_URL} did not respond, so it is unknown whether /metrics is public.`,
      action: 'Start the instance, and run this command again.',
    };
  }
  if (status !== 200) return undefined;
  return {
    problem: `Anyone can read ${settings.APP_URL}/metrics.`,
    action: 'Block /metrics at the reverse proxy, as ops/proxy/Caddyfile does.',
  };
}

async function checkWorkerMetrics(settings: Env): Promise<Warning | undefined> {
  const { APP_URL, WORKER_METRICS_PORT } = settings;
  if (WORKER_METRICS_PORT === undefined || isLocal(settings)) return undefined;
  const url = `http://${new URL(APP_URL).hostname}:${WORKER_METRICS_PORT}/status`;
  if ((await readStatus(url)) !== 200) return undefined;
  return { problem: `Anyone can read ${url}.`, action: 'Block this port in the firewall.' };
}

const timeoutMs = 5_000;

/** Returns the status of a URL of this instance; undefined if it does not respond within five seconds. */
async function readStatus(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

async function checkDemo({ db, settings }: CheckInput): Promise<Warning | undefined> {
  if (isLocal(settings) || !(await findDemoOwner(db))) return undefined;
  return {
    problem: 'The demo organization exists on an instance that others can reach.',
    action: 'Sign in to the demo and delete its organization, and set DEMO=off.',
  };
}

function checkSignUp(settings: Env): Warning | undefined {
  const { SIGN_UP, SIGN_UP_DOMAINS } = settings;
  const isPaid = engines.some((engine) => selectProvider(engine, settings).credentials !== undefined);
  if (!isPaid || isLocal(settings) || SIGN_UP !== 'open' || SIGN_UP_DOMAINS) return undefined;
  return {
    problem: 'Anyone can create an account, whose requests are billed to your provider keys.',
    action: 'Set SIGN_UP to invitation or closed, or set SIGN_UP_DOMAINS.',
  };
}

function checkEmail(settings: Env): Warning | undefined {
  if (settings.SMTP_URL || isLocal(settings)) return undefined;
  return {
    problem:
      'No emails are sent: email addresses are not verified, and users are not told about new sign-ins.',
    action: 'Set SMTP_URL and EMAIL_FROM.',
  };
}

async function checkDatabaseRole(db: Database): Promise<Warning | undefined> {
  const [role] = await queryRows<{ bypasses: boolean; tables: number }>(
    db,
    sql`SELECT rolsuper OR rolbypassrls AS bypasses,
          (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user) AS tables
        FROM pg_roles WHERE rolname = current_user`,
  );
  if (role?.bypasses) {
    return {
      problem: 'The role of DATABASE_URL bypasses row-level security, which separates organizations.',
      action: 'Use a role without SUPERUSER and BYPASSRLS.',
    };
  }
  if (!role || role.tables === 0) return undefined;
  return {
    problem: 'The role of DATABASE_URL owns the tables, so it can turn off row-level security.',
    action: 'Set DATABASE_OWNER_URL to a role that owns them, and DATABASE_URL to another role.',
  };
}
