import { defineCommand } from '#lib/cli/command';
import { doctorChecks } from '#lib/cli/doctor-checks';
import { getEnv } from '#lib/core/env';

/** What `doctor` found out about an item of SECURITY.md, “What operators must do”. */
interface Finding {
  item: string;
  status: 'ok' | 'warning';
  /** What is wrong; only for warnings. */
  problem?: string;
  /** What to do; only for warnings. */
  action?: string;
}

/** Checks what an operator must set, line by line; exit code 1 if there are warnings. */
export const doctorCommand = defineCommand(
  { name: 'doctor', summary: 'Check the settings that keep an instance safe, and say what to change' },
  {},
  async ({ db }) => {
    const settings = getEnv();
    const findings: Finding[] = [];
    for (const { item, check } of doctorChecks) {
      const warning = await check({ db, settings });
      findings.push(warning ? { item, status: 'warning', ...warning } : { item, status: 'ok' });
      const line = warning ? `warning: ${item} – ${warning.problem} ${warning.action}` : `ok: ${item}`;
      process.stdout.write(`${line}\n`);
    }
    if (findings.some(({ status }) => status === 'warning')) process.exitCode = 1;
    return { findings };
  },
);
