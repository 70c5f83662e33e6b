import { resolve } from 'node:path';
import type { Settings } from '#lib/core/settings';
import type { DemoAccount } from '#scripts/start/demo';

/** Prints the one block that tells a person where everything is. */
export function announce(settings: Settings, demo: DemoAccount | undefined): void {
  const rows: [string, string][] = [['Address', settings.APP_URL]];
  if (demo) rows.push(['Demo sign-in', `${demo.email}  ${demo.password}`]);
  rows.push(['Data', resolve(settings.DATA_DIR)]);
  if (process.stdout.isTTY) rows.push(['Logs', `${resolve(settings.DATA_DIR)}/web.log, worker.log`]);
  rows.push(['Stop', 'Ctrl-C']);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  process.stdout.write(`\nAnswerscope is running.\n\n${lines.join('\n')}\n\n`);
}
