import type { Env } from '#lib/core/env';
import { hasNonPublicHost, isAllowedHost } from '#lib/core/http-client';

export type WebhookSettings = Pick<
  Env,
  'APP_URL' | 'STORAGE_URL' | 'PRINT_BASE_URL' | 'PORT' | 'WEBHOOK_ALLOWED_HOSTS'
>;

export type WebhookTarget =
  /** The operator lists the host in `WEBHOOK_ALLOWED_HOSTS`. */
  | 'listed'
  /** The dashboard's own webhook endpoint. */
  | 'dashboard'
  /** A host that is visibly not public. */
  | 'internal'
  /** Another URL on a host of this instance. */
  | 'own-host'
  /** A name or IP address outside; whether it is public is checked when connecting. */
  | 'public';

const receiverPath = '/webhooks/answers/';
const tokenPattern = /^[\w-]{43}$/;

/** Returns the URL of an organization's webhook endpoint in the dashboard. */
export function buildReceiverUrl(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${receiverPath}${token}`;
}

/** Returns the base URL under which the processes of this instance reach its web process. */
export function getLocalUrl({ PORT }: Pick<Env, 'PORT'>): string {
  return `http://127.0.0.1:${PORT}`;
}

/**
 * Returns what a webhook URL points to. Webhooks are sent only to `listed`, `dashboard` and `public` targets, so that
 * members cannot make the instance send requests to itself or to its network.
 */
export function getWebhookTarget(url: URL, settings: WebhookSettings): WebhookTarget {
  if (isAllowedHost(url, settings.WEBHOOK_ALLOWED_HOSTS)) return 'listed';
  if (isReceiver(url, settings)) return 'dashboard';
  if (hasNonPublicHost(url)) return 'internal';
  const { APP_URL, STORAGE_URL, PRINT_BASE_URL } = settings;
  const ownHosts = [APP_URL, STORAGE_URL, PRINT_BASE_URL].map((own) => new URL(own).hostname);
  return isAllowedHost(url, ownHosts.join()) ? 'own-host' : 'public';
}

function isReceiver(url: URL, settings: WebhookSettings): boolean {
  return [settings.APP_URL, getLocalUrl(settings)].some((baseUrl) => {
    const prefix = new URL(buildReceiverUrl(baseUrl, '')).href;
    return url.href.startsWith(prefix) && tokenPattern.test(url.href.slice(prefix.length));
  });
}

/**
 * Returns the hosts that a webhook may reach although they are not public, as `requestSafely` expects them; undefined if
 * nothing may be sent to the URL.
 */
export function getAllowedHosts(url: URL, settings: WebhookSettings): string | undefined {
  const target = getWebhookTarget(url, settings);
  if (target === 'internal' || target === 'own-host') return undefined;
  return target === 'dashboard' ? url.host : settings.WEBHOOK_ALLOWED_HOSTS;
}
