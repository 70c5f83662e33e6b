import { access, constants } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Env } from '#lib/core/env';

/** The paths where packages and installers of Chromium and Chrome put the executable. */
const wellKnownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export type FoundChromium =
  | { isFound: true; path: string }
  /** `reason` says why no Chromium can be used, and what to do about it. */
  | { isFound: false; reason: string };

const howToInstall =
  'Run npx playwright install chromium on the server, or set CHROMIUM_PATH to an installed Chromium.';

/** Finds Chromium: `CHROMIUM_PATH`, otherwise Playwright's own or one that is installed on the system. */
export async function findChromium({ CHROMIUM_PATH }: Pick<Env, 'CHROMIUM_PATH'>): Promise<FoundChromium> {
  if (CHROMIUM_PATH !== undefined) {
    if (isAbsolute(CHROMIUM_PATH) && (await isExecutable(CHROMIUM_PATH))) {
      return { isFound: true, path: CHROMIUM_PATH };
    }
    const reason = `CHROMIUM_PATH is ${CHROMIUM_PATH}, which is not the absolute path of an executable file. Correct or remove it.`;
    return { isFound: false, reason };
  }
  // Loaded when it is needed, because it takes a third of a second.
  const { chromium } = await import('playwright');
  for (const path of [chromium.executablePath(), ...wellKnownPaths]) {
    if (path !== '' && (await isExecutable(path))) return { isFound: true, path };
  }
  return { isFound: false, reason: `Creating a PDF needs Chromium, which was not found. ${howToInstall}` };
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
