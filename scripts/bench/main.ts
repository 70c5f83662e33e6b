import { describeError } from '#lib/core/errors';

// npm run bench -- http|dashboard|long-periods|ingest|lighthouse|pipeline|costs|scaling|migration|mentions|positions|alerts|verdicts|weight
const benchmarks: Record<string, () => Promise<string>> = {
  http: async () => (await import('#scripts/bench/http/main')).benchHttp(),
  dashboard: async () => (await import('#scripts/bench/dashboard/main')).benchDashboard(),
  'long-periods': async () => (await import('#scripts/bench/dashboard/long-periods')).benchLongPeriods(),
  ingest: async () => (await import('#scripts/bench/ingest')).benchIngest(),
  lighthouse: async () => (await import('#scripts/bench/lighthouse')).benchLighthouse(),
  pipeline: async () => (await import('#scripts/bench/pipeline/main')).benchPipeline(),
  migration: async () => (await import('#scripts/bench/migration/main')).benchMigration(),
  costs: async () => (await import('#scripts/bench/scaling/costs')).benchCosts(),
  scaling: async () => (await import('#scripts/bench/scaling/main')).benchScaling(),
  positions: async () => (await import('#scripts/bench/positions')).benchPositions(),
  mentions: async () => (await import('#scripts/bench/bench-mentions')).benchMentions(),
  alerts: async () => (await import('#scripts/bench/alerts')).benchAlerts(),
  verdicts: async () => (await import('#scripts/bench/verdicts/main')).benchVerdicts(),
  weight: async () => (await import('#scripts/bench/weight')).benchWeight(),
};

const usage = `Usage: npm run bench -- ${Object.keys(benchmarks).join('|')}\n`;
const name = process.argv[2] ?? '--help';
const run = benchmarks[name];
if (name === '--help') {
  process.stdout.write(usage);
} else if (run) {
  try {
    process.stdout.write(`${await run()}\n`);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`There is no benchmark called "${name}". ${usage}`);
  process.exitCode = 1;
}
