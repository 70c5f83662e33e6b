import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';

/** Launches the tests' browser. Close it in `afterAll`. */
export async function launchBrowser(): Promise<Browser> {
  return (await launchFirst()).browser;
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
];

/**
 * Finds the browser for tests: the one in the npm package, an installed one or, as root, one installed with apt.
 * @throws Error with one line that explains how to install one
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const { browser, ...found } = await launchFirst();
  await browser.close();
  return found;
}

/** Launches the first browser that starts. */
async function launchFirst(): Promise<FoundBrowser & { browser: Browser }> {
  const packaged = unpackChromium().map(({ executablePath, env }) => ({
    executablePath,
    env: { ...copyEnv(), ...env },
  }));
  for (const candidate of [...packaged, ...listInstalled()]) {
    const browser = await tryLaunch(candidate);
    if (browser) return { ...candidate, browser };
  }
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    installWithApt();
    for (const candidate of listInstalled()) {
      const browser = await tryLaunch(candidate);
      if (browser) return { ...candidate, browser };
    }
  }
  throw new Error('Chromium cannot be started. Install it, for example with: apt-get install chromium');
}

function copyEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

function listInstalled(): FoundBrowser[] {
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(':');
  return programs
    .flatMap((program) => folders.map((folder) => `${folder}/${program}`))
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, env: copyEnv() }));
}

async function tryLaunch({ executablePath, env }: FoundBrowser): Promise<Browser | undefined> {
  try {
    return await chromium.launch({ executablePath, env, args: flags });
  } catch {
    // Usually, libraries are missing; the next candidate may include them.
    return undefined;
  }
}

function installWithApt(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
}

/** A Chromium executable and its environment. */
export interface FoundBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Unpacks the Chromium of @sparticuz/chromium once, next to the packages. Returns it without and then with its bundled
 * libraries, which are meant for minimal systems.
 */
function unpackChromium(): FoundBrowser[] {
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
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, ...libraries } },
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
