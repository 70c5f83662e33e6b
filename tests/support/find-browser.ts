import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { type FoundBrowser, unpackChromium } from '#tests/support/unpack-chromium';

const asRoot = process.getuid?.() === 0;

export const flags = [
  ...(asRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser for tests: the one inside the npm package, else one installed, else as root Debian's.
 * @throws Error with one line that says how to get one
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const packaged = unpackChromium().map(({ executablePath, env }) => ({
    executablePath,
    env: { ...inherited(), ...env },
  }));
  for (const candidate of [...packaged, ...installed()]) {
    if (await starts(candidate)) return candidate;
  }
  if (asRoot && existsSync('/usr/bin/apt-get')) {
    installFromDebian();
    for (const candidate of installed()) if (await starts(candidate)) return candidate;
  }
  throw new Error('No Chromium starts here. Install one, such as: apt-get install chromium');
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

function installed(): FoundBrowser[] {
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(':');
  return programs
    .flatMap((program) => folders.map((folder) => `${folder}/${program}`))
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, env: inherited() }));
}

async function starts({ executablePath, env }: FoundBrowser): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, env, args: flags });
    await browser.close();
    return true;
  } catch {
    // A browser whose libraries are missing here; the next candidate may have its own.
    return false;
  }
}

function installFromDebian(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
}
