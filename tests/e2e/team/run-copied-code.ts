import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedEnv, node } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

/** Runs a curl command that was copied from a page, with an API key. */
export async function runCurl(command: string, apiKey: string): Promise<{ status: number; body: string }> {
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', `${command} --silent --show-error --write-out '\\n%{http_code}'`],
    { env: { ...inheritedEnv, ANSWERSCOPE_API_KEY: apiKey } },
  );
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

export interface ExampleEndpoint {
  /** The IDs of the tasks whose deliveries the endpoint has verified, in the order of arrival. */
  listTaskIds(): string[];
  kill(): Promise<void>;
}

/** Runs the code of an example endpoint that was copied from a page. */
export async function startExampleEndpoint(
  code: string,
  port: number,
  secret: string,
): Promise<ExampleEndpoint> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-'));
  const file = join(folder, 'endpoint.ts');
  writeFileSync(file, code);
  const child = spawn(node, [file], {
    env: { ...inheritedEnv, PORT: String(port), SIGNING_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '' });
  await waitFor('the endpoint rejects an unsigned request', async () => (await post()).status === 400);
  return { listTaskIds: () => [...output.matchAll(/^(\S+) COMPLETED$/gm)].map(([, id = '']) => id), kill };
}
