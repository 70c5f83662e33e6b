import { freePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

/** A data folder with a port, on which launchers are started as `npm start` starts them. */
export interface Site {
  dataFolder: string;
  port: number;
  address: string;
  env: Record<string, string>;
  /** Starts a launcher; `untilRunning` waits for its closing block. */
  launch(env?: Record<string, string>): TestProcess;
  /** Ends whatever still runs on the folder and removes it. */
  clear(): void;
}

export async function createLauncherSite(): Promise<Site> {
  const dataFolder = createTempFolder();
  const port = await freePort();
  const env = { DATA_DIR: dataFolder, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn' };
  return {
    dataFolder,
    port,
    address: `http://127.0.0.1:${port}`,
    env,
    launch: (more = {}) => startProcess(['scripts/start/main.ts'], { ...env, ...more }),
    clear: () => deleteTempFolder(dataFolder),
  };
}

/** Waits for the launcher's closing block. @throws Error with what it wrote when it ends or takes too long */
export async function waitUntilRunning(launcher: TestProcess): Promise<void> {
  const runs = () => launcher.output().includes('Answerscope is running');
  await waitFor('the launcher runs or ends', () => runs() || !launcher.isRunning(), { seconds: 240 });
  if (!runs()) throw new Error(`The launcher ended:\n${launcher.output()}`);
}
