import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that have to call the driver. */
const driverFiles = [
  // LISTEN needs a connection of its own.
  'lib/queue/listen.ts',
  // pg-boss brings its own SQL.
  'lib/queue/job-runner.ts',
];

/** A call of the driver; providers of answers have a function of the same name. */
const driverCall = /(?<!\bprovider)\.query\s*[<(]/;
/** The number of a parameter; `\$1`, and `$1` in the replacement of a regular expression, have another meaning. */
const parameterNumber = /(?<![\\\w$])\$[1-9]\d*\b/;
const otherMeaning = /^\s*(?:\*|\/\*|\/\/)|\.replace(?:All)?\(/;

/** Returns the lines of a source that call the driver or number the parameters of a statement. */
export function findRawSql(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => driverCall.test(line) || (parameterNumber.test(line) && !otherMeaning.test(line)))
    .map((line) => line.trim());
}

/** Returns the problems with SQL outside lib/db and lib/scale, as sentences that begin with the name of the file. */
export function checkStatements(root: string): string[] {
  const allowed = new Set(driverFiles);
  return globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/^lib\/(?:db|scale)\//.test(file))
    .sort()
    .flatMap((file) => {
      const lines = findRawSql(readFileSync(join(root, file), 'utf8'));
      if (!allowed.has(file)) {
        return lines.map((line) => `${file}: Use Drizzle or statement() of lib/db/statement.ts: ${line}`);
      }
      return lines.length > 0
        ? []
        : [`${file}: Remove it from the exceptions in scripts/check/statements.ts.`];
    });
}
