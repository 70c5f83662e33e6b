import { afterAll, expect, test } from 'vitest';
import { createTestInstance } from '#tests/support/launcher';
import { listProcesses, startProcess } from '#tests/support/process';

const instance = await createTestInstance();
afterAll(() => instance.clear());

function runCli(...options: string[]) {
  return startProcess(['scripts/start/run-cli.ts', ...options], instance.env);
}

test('several commands at once work without a running instance, and leave no process running', async () => {
  const commands = ['First', 'Second', 'Third'].map((name) => runCli('org', 'create', '--name', name));
  for (const command of commands) {
    expect(await command.waitForExit(), command.output()).toBe(0);
    const lastLine = command.output().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(lastLine)).toMatchObject({ org: { id: expect.any(String) } });
  }
  expect(listProcesses(instance.dataFolder)).toEqual([]);
});
