import { findFreePort } from '#scripts/system/free-port';
import { startProcess, type TestProcess } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';

/** A data folder and a port for launchers, which start as `npm start` starts them. */
export interface TestInstance {
  dataFolder: string;
  port: number;
  url: string;
  env: Record<string, string>;
  /** Starts a launcher; `waitUntilRunning` waits until it prints that it is running. */
  launch(env?: Record<string, string>): TestProcess;
  /** Kills all processes that use the folder and deletes it. */
  clear(): void;
}

export async function createTestInstance(): Promise<TestInstance> {
  const dataFolder = createTempFolder();
  const port = await findFreePort();
  const env = { DATA_DIR: dataFolder, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn' };
  return {
    dataFolder,
    port,
    url: `http://127.0.0.1:${port}`,
    env,
    launch: (moreEnv = {}) => startProcess(['scripts/start/main.ts'], { ...env, ...moreEnv }),
    clear: () => deleteTempFolder(dataFolder),
  };
}

/** Waits until the launcher prints that the instance is running. @throws Error if it exits, with its output, or takes too long */
export async function waitUntilRunning(launcher: TestProcess): Promise<void> {
  const isReady = () => launcher.output().includes('Answerscope is running');
  await waitFor('the launcher is ready or exits', () => isReady() || !launcher.isRunning(), { seconds: 240 });
  if (!isReady()) throw new Error(`The launcher exited:\n${launcher.output()}`);
}
