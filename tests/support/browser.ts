import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { watchBrowser } from '#tests/support/browser-problems';

/**
 * Launches the tests' browser. A problem on one of its pages fails the test (`browser-problems`). Close it in `afterAll`.
 */
export async function launchBrowser(): Promise<Browser> {
  const { browser } = await launchNewest();
  browser.on('context', (context) => {
    // On a busy machine, the first pages of an instance take long, and so do clicks while other browsers run.
    context.setDefaultNavigationTimeout(120_000);
    context.setDefaultTimeout(90_000);
    context.on('page', waitForHydration);
    return returnPromisesFromScrolling(context);
  });
  watchBrowser(browser);
  return browser;
}

/**
 * Lets `goto` and `reload` of a page wait until it handles events too. On a busy machine, that is seconds after it has
 * loaded, and a click before is lost.
 */
function waitForHydration(page: Page): void {
  const wait = async (waitUntil: string | undefined) => {
    if (waitUntil === 'commit' || waitUntil === 'domcontentloaded') return;
    await page.waitForFunction(() => {
      if (!('__next_f' in window)) return true;
      // React adds its properties to an element when it starts to handle its events.
      const isHydrated = (element: Element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps'));
      return [...document.querySelectorAll('main, button')].every(isHydrated);
    });
  };
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await wait(options?.waitUntil);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    await wait(options?.waitUntil);
    return response;
  };
}

/** Lets the scroll methods return a promise, as they do since Chromium 150, in an older browser too. */
async function returnPromisesFromScrolling(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const target of [window, Element.prototype]) {
      for (const name of ['scroll', 'scrollBy', 'scrollIntoView', 'scrollTo']) {
        const scroll: unknown = Reflect.get(target, name);
        if (typeof scroll !== 'function') continue;
        Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
          return Promise.resolve(Reflect.apply(scroll, this, args));
        });
      }
    }
  });
}

/** Waits up to five seconds for a page to reach a URL. @returns whether the page reached it, so that a test can retry the click */
export function waitUntilReached(page: Page, url: RegExp): Promise<boolean> {
  return page.waitForURL(url, { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

const isRoot = process.getuid?.() === 0;

export const flags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise the language, and with it the format of dates, depends on how Chromium was built.
  '--accept-lang=en-GB',
];

/** A Chromium executable, its environment and its version, such as 156.0.8078.108. */
export interface FoundBrowser {
  executablePath: string;
  env: Record<string, string>;
  version: string;
}

/**
 * Finds the newest Chromium that starts: an installed one or the one in the npm package.
 * @throws Error with one line that explains how to install one
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const { browser, ...found } = await launchNewest();
  await browser.close();
  return found;
}

type Candidate = Omit<FoundBrowser, 'version'>;

let candidates: FoundBrowser[] | undefined;

/** Lists the executables that can print their version, the newest first. */
function listCandidates(): FoundBrowser[] {
  return [...listInstalled(), ...unpackChromium()]
    .flatMap((candidate) => {
      const version = readVersion(candidate);
      return version === undefined ? [] : [{ ...candidate, version }];
    })
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

/** Launches the newest Chromium that starts. */
async function launchNewest(): Promise<FoundBrowser & { browser: Browser }> {
  candidates ??= listCandidates();
  for (const candidate of candidates) {
    const browser = await tryLaunch(candidate);
    if (browser) return { ...candidate, browser };
  }
  throw new Error('Chromium cannot be started. Install it, for example with: apt-get install chromium');
}

/** Returns the version that an executable prints; undefined if it cannot run, usually because libraries are missing. */
function readVersion({ executablePath, env }: Candidate): string | undefined {
  const { stdout } = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return /\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0];
}

function copyEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

function listInstalled(): Candidate[] {
  // The headless shell needs a quarter less processor time than Chromium to load a page.
  const programs = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const folders = (process.env.PATH ?? '').split(':');
  return programs
    .flatMap((program) => folders.map((folder) => `${folder}/${program}`))
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, env: copyEnv() }));
}

async function tryLaunch({ executablePath, env }: Candidate): Promise<Browser | undefined> {
  try {
    return await chromium.launch({ executablePath, env, args: flags });
  } catch {
    // The next candidate may start, for example because it includes the libraries that this one lacks.
    return undefined;
  }
}

/**
 * Unpacks the Chromium of @sparticuz/chromium once, next to the packages. Returns it without and then with its bundled
 * libraries, which are meant for minimal systems.
 */
function unpackChromium(): Candidate[] {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const packageFolder = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
    '..',
  );
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const cache = join(packageFolder, '..', '..', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) unpackArchives(join(packageFolder, 'bin'), cache, folder);
  const executablePath = join(folder, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: folder };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  return [
    { executablePath, env: { ...copyEnv(), ...fonts } },
    { executablePath, env: { ...copyEnv(), ...fonts, ...libraries } },
  ];
}

/** Unpacks into a temporary folder and renames it, since several test processes may do this at once. */
function unpackArchives(packedFolder: string, cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'chromium-'));
  const decompress = (name: string) => brotliDecompressSync(readFileSync(join(packedFolder, name)));
  writeFileSync(join(unfinished, 'chromium'), decompress('chromium.br'), { mode: 0o755 });
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
    const target = join(unfinished, archive.split('.', 1)[0] ?? '');
    mkdirSync(target);
    execFileSync('tar', ['--extract', '--no-same-owner', '--directory', target], {
      input: decompress(archive),
    });
  }
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`,
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
