/** Hosts that show the same pages as another one. */
const hostAliases = new Map([
  ['twitter.com', 'x.com'],
  ['threads.net', 'threads.com'],
  ['fb.com', 'facebook.com'],
  ['instagr.am', 'instagram.com'],
  ['youtube-nocookie.com', 'youtube.com'],
  ['gaming.youtube.com', 'youtube.com'],
  ['old.reddit.com', 'reddit.com'],
  ['new.reddit.com', 'reddit.com'],
  ['np.reddit.com', 'reddit.com'],
  ['i.reddit.com', 'reddit.com'],
  ['touch.facebook.com', 'facebook.com'],
  ['web.facebook.com', 'facebook.com'],
  ['dx.doi.org', 'doi.org'],
  ['amzn.com', 'amazon.com'],
]);

/** Suffixes below which everyone can register a name, so that `m.co.uk` and `m.github.io` are no mobile hosts. */
const sharedSuffix =
  /^(?:(?:com?|net|org|gov|gob|edu|ac|or|ne|go|gouv|nom|web)\.[a-z]{2}|git(?:hub|lab)\.io|myshopify\.com|blogspot\.com|wordpress\.com|substack\.com|netlify\.app|vercel\.app|pages\.dev|web\.app)$/;

/**
 * Returns a host as pages are compared: without trailing dot, `www.` and the labels of mobile and AMP hosts, and with the
 * aliases of well-known sites resolved.
 */
export function normalizeHost(hostname: string): string {
  let labels = hostname.replace(/\.$/, '').split('.');
  // `www.` is dropped before any name with a dot; `en.m.` has the label after the language.
  if (labels[0] === 'www' && labels.length > 2) labels = labels.slice(1);
  for (const index of [0, 1]) {
    const rest = labels.toSpliced(index, 1);
    const isMobile = /^(?:m|mobile|amp)$/.test(labels[index] ?? '') && rest.length - index >= 2;
    if (isMobile && !sharedSuffix.test(rest.slice(index).join('.'))) labels = rest;
  }
  const host = labels.join('.');
  return hostAliases.get(host) ?? host;
}

interface Address {
  /** As `normalizeHost` returns it. */
  host: string;
  /** Without a trailing slash. */
  path: string;
  search: string;
}

/** Sites that show one page under several paths: the host, and the page of an address as it is compared. */
const sites: readonly { host: RegExp; findPage: (address: Address) => string | undefined }[] = [
  { host: /^(?:music\.)?youtube\.com$/, findPage: findYouTubeVideo },
  {
    host: /^youtu\.be$/,
    findPage: ({ path }) => toPage('youtube.com/watch?v=', /^\/(?:shorts\/)?([\w-]+)$/.exec(path)),
  },
  {
    host: /^(?:player\.)?vimeo\.com$/,
    findPage: ({ path }) =>
      toPage('vimeo.com/', /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d+)/.exec(path)),
  },
  {
    host: /^(?:geo\.)?dailymotion\.com$/,
    findPage: ({ path, search }) =>
      toPage('dailymotion.com/video/', /^\/(?:embed\/)?video\/(\w+)/.exec(path) ?? getValue(search, 'video')),
  },
  { host: /^dai\.ly$/, findPage: ({ path }) => toPage('dailymotion.com/video/', /^\/(\w+)$/.exec(path)) },
  {
    host: /^tiktok\.com$/,
    findPage: ({ path }) =>
      toPage('tiktok.com/video/', /^\/(?:@[^/]*\/video|v|embed(?:\/v\d)?|player\/v1)\/(\d+)/.exec(path)),
  },
  {
    host: /^(?:player\.)?bilibili\.com$/,
    findPage: ({ path, search }) =>
      toPage('bilibili.com/video/', /^\/video\/(BV\w+)$/.exec(path) ?? getValue(search, 'bvid')),
  },
  {
    host: /^reddit\.com$/,
    findPage: ({ path }) => {
      const thread = /^(?:\/r\/[^/]+|\/u(?:ser)?\/[^/]+)?\/comments\/(\w+)(?:\/[^/]*(?:\/(\w+))?)?$/.exec(
        path,
      );
      return thread ? `reddit.com/comments/${thread[1]}${thread[2] ? `/${thread[2]}` : ''}` : undefined;
    },
  },
  { host: /^redd\.it$/, findPage: ({ path }) => toPage('reddit.com/comments/', /^\/(\w+)$/.exec(path)) },
  {
    host: /^x\.com$/,
    findPage: ({ path }) => toPage('x.com/', /^\/(\w+\/status(?:es)?\/\d+)/.exec(path)),
  },
  {
    host: /^instagram\.com$/,
    findPage: ({ path }) =>
      toPage('instagram.com/p/', /^(?:\/[\w.]+)?\/(?:p|reels?|tv)\/([\w-]+)/.exec(path)),
  },
  {
    host: /^(?:[a-z]+\.)?amazon\.(?:com?\.)?[a-z]{2,3}$/,
    findPage: ({ host, path }) =>
      toPage(
        `${host.replace(/^smile\./, '')}/dp/`,
        /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/asin)\/(?:product\/)?([a-z0-9]{10})(?:\/|$)/i.exec(path),
      ),
  },
  {
    // An author's pages are also below a host of their own.
    host: /^medium\.com$/,
    findPage: ({ path }) => {
      const [, author, story = ''] = /^\/@([a-z\d-]+)(\/[^/]+)?$/i.exec(path) ?? [];
      return author && `${author.toLowerCase()}.medium.com${story}`;
    },
  },
  {
    host: /\.(?:wikipedia|wiktionary|wikivoyage|wikiquote|wikinews|wikibooks)\.org$/,
    findPage: ({ host, path, search }) => {
      const isArticle = path === '/w/index.php' && /^\?title=[^&]+$/.test(search);
      return isArticle ? `${host}/wiki/${search.slice('?title='.length)}` : undefined;
    },
  },
];

/** Returns the page of a site that shows one page under several paths; undefined for any other. */
export function findKnownPage(address: Address): string | undefined {
  return sites.find(({ host }) => host.test(address.host))?.findPage(address);
}

function findYouTubeVideo({ path, search }: Address): string | undefined {
  if (path === '/attribution_link') {
    return toPage('youtube.com/watch?v=', /[?&]u=(?:%2F|\/)watch(?:%3F|\?)v(?:%3D|=)([\w-]+)/i.exec(search));
  }
  const video = /^\/(?:shorts|embed|live|v|e|watch)\/(?!videoseries)([\w-]+)/.exec(path);
  return toPage('youtube.com/watch?v=', path === '/watch' ? getValue(search, 'v') : video);
}

function getValue(search: string, name: string): RegExpExecArray | null {
  return new RegExp(`[?&]${name}=([\\w-]+)`).exec(search);
}

function toPage(prefix: string, match: RegExpExecArray | null): string | undefined {
  return match?.[1] === undefined ? undefined : `${prefix}${match[1]}`;
}
