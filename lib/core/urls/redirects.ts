/** Redirects that carry their target: the host, the path, and the parameters of which the first URL is the target. */
const redirects: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  {
    host: /(?:^|\.)google\.(?:com?\.)?[a-z]{2,3}$/,
    path: /^\/(?:url|goto|imgres|aclk|translate)$/,
    parameters: ['q', 'url', 'imgrefurl', 'adurl', 'u'],
  },
  { host: /^consent\.(?:google|youtube)\.[a-z.]+$/, path: /^/, parameters: ['continue'] },
  { host: /(?:^|\.)googleadservices\.com$/, path: /^\/pagead\//, parameters: ['adurl'] },
  { host: /(?:^|\.)youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /^lm?\.(?:facebook|instagram|messenger|threads)\.(?:com|net)$/, path: /^/, parameters: ['u'] },
  { host: /(?:^|\.)facebook\.com$/, path: /^\/l\.php$/, parameters: ['u'] },
  { host: /^out\.reddit\.com$/, path: /^/, parameters: ['url'] },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { host: /(?:^|\.)linkedin\.com$/, path: /^\/(?:redir\/|safety\/go)/, parameters: ['url'] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { host: /(?:^|\.)vk\.com$/, path: /^\/away\.php$/, parameters: ['to'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['u', 'url'] },
  { host: /(?:^|\.)tiktok\.com$/, path: /^\/link\/v2$/, parameters: ['target'] },
  { host: /^(?:www\.)?medium\.com$/, path: /^\/r\/?$/, parameters: ['url'] },
];

const maxRedirects = 5;
/** Longer URLs redirect nowhere: browsers and servers refuse most of them. Matching hosts of a megabyte exhausts the stack. */
const maxLength = 16_384;

/**
 * Follows the redirects whose URL contains the target, without a request: those of Google, Bing, Yahoo and social
 * networks, caches of AMP pages and translated pages.
 */
export function resolveRedirects(url: URL): URL {
  if (url.href.length > maxLength) return url;
  let resolved = url;
  for (let count = 0; count < maxRedirects; count += 1) {
    const target = parseWebUrl(findTarget(resolved) ?? '');
    if (!target) break;
    resolved = target;
  }
  return resolved;
}

/** Parses an absolute `http` or `https` URL. */
export function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function findTarget(url: URL): string | undefined {
  const host = url.hostname;
  const cached = findCachedPage(url);
  if (cached !== undefined) return cached;
  if (host.endsWith('.translate.goog')) return toTranslatedPage(url);
  if (/(?:^|\.)bing\.com$/.test(host) && url.pathname === '/ck/a') {
    return decodeBase64(url.searchParams.get('u')?.replace(/^a1/, '') ?? '');
  }
  if (host === 'r.search.yahoo.com') return decode(/\/RU=([^/]+)/.exec(url.pathname)?.[1] ?? '');
  const redirect = redirects.find((known) => known.host.test(host) && known.path.test(url.pathname));
  if (!redirect) return undefined;
  const parameters = url.searchParams;
  return redirect.parameters
    .map((name) => parameters.get(name) ?? '')
    .find((target) => /^\s*https?:\/\//i.test(target));
}

/** Returns the page of which a URL is the copy in the AMP cache of Google or Bing. */
function findCachedPage(url: URL): string | undefined {
  const pattern = /(?:^|\.)google\.(?:com?\.)?[a-z]{2,3}$/.test(url.hostname)
    ? /^\/amp\/(?:s\/)?([^/]+\.[^/]+.*)$/
    : /(?:^|\.)(?:cdn\.ampproject\.org|ampproject\.net|bing-amp\.com)$/.test(url.hostname)
      ? /^\/[a-z]+\/(?:s\/)?([^/]+\.[^/]+.*)$/
      : undefined;
  const page = pattern?.exec(url.pathname)?.[1];
  return page && `https://${page}${url.search}`;
}

/** `my--shop-example-com.translate.goog` shows `my-shop.example.com`. */
function toTranslatedPage(url: URL): string {
  const host = url.hostname
    .slice(0, -'.translate.goog'.length)
    .replace(/--|-/g, (dashes) => (dashes === '-' ? '.' : '-'));
  return `https://${host}${url.pathname}${url.search}`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
}
