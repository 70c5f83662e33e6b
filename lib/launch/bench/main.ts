import { describeError } from '#lib/core/errors';
import { benchDashboard } from '#lib/launch/bench/dashboard';
import { benchHttp } from '#lib/launch/bench/http';
import { benchLighthouse } from '#lib/launch/bench/lighthouse';

// npm run bench -- http|dashboard|lighthouse
const benches: Record<string, () => Promise<string>> = {
  http: benchHttp,
  dashboard: benchDashboard,
  lighthouse: benchLighthouse,
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (bench) {
  try {
    process.stdout.write(`${await bench()}\n`);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(
    `There is no bench called "${name}". There are: ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exitCode = 1;
}
