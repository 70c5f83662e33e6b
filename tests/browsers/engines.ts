import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedBrowser } from '#tests/browsers/browser-window';
import { startFirefox } from '#tests/browsers/firefox';
import { startWithPlaywright } from '#tests/browsers/playwright';
import { readWebKitVersion, startWebKit } from '#tests/browsers/webkit';
import { findBrowser } from '#tests/support/browser';

/** A browser engine in which the journey runs. */
export interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  /** The version that is installed; null if it is not installed. */
  version: string | null;
  start(): Promise<StartedBrowser>;
}

/** Whether a browser that is not installed fails the tests instead of skipping its journey; CI sets it where it installs them. */
export const mustHaveEngines = process.env.REQUIRE_BROWSERS === '1';

/** Finds the browsers on this machine. */
export async function findEngines(): Promise<Engine[]> {
  return [await findChromium(), findFirefox(), await findWebKit()];
}

/** Says what happens in an engine: "Chromium 156.0.8078.108" or "skipped: WebKitGTK, which is not installed". */
export function describeEngine({ name, version }: Engine): string {
  return version === null ? `skipped: ${name}, which is not installed` : `${name} ${version}`;
}

async function findChromium(): Promise<Engine> {
  const { version } = await findBrowser();
  return { name: 'Chromium', version, start: startWithPlaywright };
}

function findFirefox(): Engine {
  const executablePath = findProgram('firefox-esr') ?? findProgram('firefox') ?? '';
  return {
    name: 'Firefox',
    version: readVersion(executablePath),
    start: () => startFirefox(executablePath),
  };
}

/** WebKitGTK needs its driver, its browser, which is not in the PATH, and a display server. */
async function findWebKit(): Promise<Engine> {
  const programs = {
    driver: findProgram('WebKitWebDriver') ?? '',
    display: findProgram('Xvfb') ?? '',
    browser: findMiniBrowser() ?? '',
  };
  const isInstalled = !Object.values(programs).includes('');
  return {
    name: 'WebKitGTK',
    version: isInstalled ? await readWebKitVersion(programs) : null,
    start: () => startWebKit(programs),
  };
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Finds /usr/lib/<architecture>/webkit2gtk-<version>/MiniBrowser, the newest version first. */
function findMiniBrowser(): string | undefined {
  return listFolders('/usr/lib')
    .flatMap(listFolders)
    .filter((folder) => /webkit2?gtk-/.test(folder))
    .sort()
    .reverse()
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** Returns the version that a browser prints; null if it does not run. */
function readVersion(executablePath: string): string | null {
  if (executablePath === '') return null;
  const { stdout } = spawnSync(executablePath, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return /\d+(?:\.\d+)+(?:esr)?/.exec(stdout ?? '')?.[0] ?? null;
}
