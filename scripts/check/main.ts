import { formatCheckResults, runChecks } from '#scripts/check/run-checks';

const results = await runChecks();
process.stdout.write(`${formatCheckResults(results)}\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
