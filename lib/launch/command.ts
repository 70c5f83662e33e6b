import { spawn } from 'node:child_process';
import { describeError } from '#lib/core/errors';
import { readSettings } from '#lib/core/settings';
import { databaseUrlOf } from '#lib/launch/database-url';
import { environmentOf } from '#lib/launch/environment';

// Runs a script beside a running or stopped instance, with the instance's database and secrets in its
// environment: node lib/launch/command.ts <script.ts> [arguments]
const [script = '', ...rest] = process.argv.slice(2);

async function runCommand(): Promise<number> {
  const settings = readSettings(process.env);
  const database = await databaseUrlOf(settings);
  try {
    const env = environmentOf(settings, database.url);
    const child = spawn(process.execPath, [script, ...rest], { stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    return await new Promise((done, fail) => {
      child.on('error', fail);
      child.on('exit', (code) => done(code ?? 1));
    });
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await runCommand();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`);
  process.exitCode = 1;
}
