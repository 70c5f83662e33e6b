import { describeError } from '#lib/core/errors';
import { benchHttp } from '#lib/launch/bench/http';

// npm run bench -- http
const benches: Record<string, () => Promise<string>> = { http: benchHttp };

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
