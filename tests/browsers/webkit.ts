import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '#scripts/system/free-port';
import type { BrowserWindow, StartedBrowser } from '#tests/browsers/browser-window';
import { takeProblems } from '#tests/browsers/watch-page';
import { createClick, createKeyPresses, keyValues, sendCommand } from '#tests/browsers/webdriver';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

export interface WebKitPrograms {
  /** Path of WebKitWebDriver. */
  driver: string;
  /** Path of Xvfb, the display server that shows nothing. */
  display: string;
  /** Path of MiniBrowser, WebKitGTK's own browser. */
  browser: string;
}

/** Without this, the toolbar of MiniBrowser is wider than a phone. */
const toolbarStyle = '* { min-width: 0; margin: 0; border-width: 0; padding: 0 }';

/** Starts WebKitGTK's browser on a display that shows nothing. Each window is a browser process with its own driver. */
export async function startWebKit(programs: WebKitPrograms): Promise<StartedBrowser> {
  const display = await startDisplay(programs.display);
  const folder = createTempFolder();
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), toolbarStyle);
  return {
    openWindow: () => openWindow(programs, { ...display.env, XDG_CONFIG_HOME: folder }),
    async close() {
      await display.stop();
      deleteTempFolder(folder);
    },
  };
}

/** Returns the version of WebKitGTK; null if its browser does not run. */
export async function readWebKitVersion({
  browser,
  display: program,
}: WebKitPrograms): Promise<string | null> {
  const display = await startDisplay(program);
  const { stdout } = spawnSync(browser, ['--version'], {
    env: display.env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  await display.stop();
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? null;
}

interface Display {
  /** The environment of programs that use the display. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts Xvfb, which chooses a free display and writes its number to standard output. */
async function startDisplay(program: string): Promise<Display> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(server.stdout, 'data', { signal: AbortSignal.timeout(30_000) });
  return {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function openWindow(programs: WebKitPrograms, env: NodeJS.ProcessEnv): Promise<BrowserWindow> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const args = [`--port=${new URL(url).port}`, '--host=127.0.0.1'];
  const driver = spawn(programs.driver, args, { env, stdio: 'ignore' });
  const options = { binary: programs.browser, args: ['--automation'] };
  const session = await waitFor('WebKitWebDriver has started a session', async () =>
    sessionSchema.parse(
      await sendCommand(`${url}/session`, 'POST', {
        // Commands do not wait for pages, so that the first one sees problems as early as possible.
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, pageLoadStrategy: 'none' } },
      }),
    ),
  );
  const sessionUrl = `${url}/session/${session.sessionId}`;
  const send = (command: string, body: unknown) => sendCommand(`${sessionUrl}/${command}`, 'POST', body);
  const act = async (action: unknown) => {
    await send('actions', { actions: [action] });
  };
  const problems: string[] = [];
  return {
    problems,
    open: async (target) => {
      await send('url', { url: target });
    },
    async evaluate(expression) {
      const script = `return { problems: (${takeProblems})(), value: ${expression} };`;
      const result = resultSchema.parse(await send('execute/sync', { script, args: [] }));
      problems.push(...result.problems);
      return result.value;
    },
    click: ({ x, y }) => act(createClick(x, y)),
    type: (text) => act(createKeyPresses([...text])),
    press: (key) => act(createKeyPresses([keyValues[key]])),
    resize: async ({ width, height }) => {
      await send('window/rect', { x: 0, y: 0, width, height });
    },
    async close() {
      await sendCommand(sessionUrl, 'DELETE');
      driver.kill();
      await once(driver, 'exit');
    },
  };
}

const sessionSchema = z.object({ sessionId: z.string() });
const resultSchema = z.object({ problems: z.array(z.string()), value: z.unknown() });
