import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

/**
 * Finds optional dependencies, mostly for other platforms, that package-lock.json does not list. `npm install` drops them if
 * it cannot fetch them, and `npm ci` then rejects the file.
 * @returns names, each with the package that depends on it
 */
export function findMissingPackages(lock: string): string[] {
  const { packages } = lockFile.parse(JSON.parse(lock));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !listParentFolders(path).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => `${name} (of ${path || 'package.json'})`),
  );
}

/**
 * Returns the folders whose node_modules Node.js searches for dependencies of a package. For `node_modules/a`, these are
 * the root (empty) and `node_modules/a/`.
 */
function listParentFolders(path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/');
  const nested = parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`);
  return ['', ...nested];
}
