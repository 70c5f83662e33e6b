// Deletes the parts of installed packages that nothing reads, which are a third of their size. Plain JavaScript for
// Node.js 20, without packages. Usage, after npm ci: node scripts/start/remove-unused-files.mjs
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In installations without development packages. Each is an optional package, so npm adds it again with those. */
const packagesForDevelopment = [
  // The type checker, which the build only looks for.
  /^@typescript\/typescript-/,
  // The image optimizer of Next.js, which next.config.js turns off.
  /^sharp$/,
  /^@img\//,
];

/** Source maps, which also slow the build down, and documentation, except for licenses. */
const isUnused = (file) => /\.map$|\.md$/i.test(file) && !/licen[cs]e|notice|copying/i.test(file);

/**
 * Deletes source maps, documentation, the C headers of Node.js and, unless the development packages are installed,
 * packages that only development needs.
 * @param {string} root the folder with node_modules
 * @param {{ includesDevelopment: boolean }} options
 */
export function removeUnusedFiles(root, { includesDevelopment }) {
  const modules = join(root, 'node_modules');
  const names = listPackages(modules);
  for (const name of names) {
    const folder = join(modules, name);
    if (!includesDevelopment && packagesForDevelopment.some((pattern) => pattern.test(name))) {
      rmSync(folder, { recursive: true });
      continue;
    }
    if (/^node-(?:bin-)?(?:linux|darwin)-/.test(name)) {
      rmSync(join(folder, 'include'), { recursive: true, force: true });
    }
    for (const file of readdirSync(folder, { recursive: true })) {
      if (isUnused(file)) rmSync(join(folder, file), { recursive: true });
    }
  }
}

/** Returns the names of the packages in a node_modules folder, such as `next` and `@next/env`. */
function listPackages(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
  removeUnusedFiles(root, { includesDevelopment: false });
}
