import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findImportedFiles } from '#scripts/structure/import-closure';

// npm run structure: prints the sizes of the product's files, the number of files that the overview page imports, and the
// number of files that run for one scheduled prompt; with --list, also the names of the files that run.
const root = resolve(import.meta.dirname, '..', '..');
const folders = ['app', 'components', 'lib'];
const overviewPage = 'app/(dashboard)/projects/[projectId]/overview/page.tsx';

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

function countLines(file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}

const files = folders.flatMap(listSources);
const sizes = files.map(countLines).sort((a, b) => a - b);
const total = sizes.reduce((sum, size) => sum + size, 0);
const print = (line: string) => process.stdout.write(`${line}\n`);

print(`Product code: ${files.length} files, ${total} lines`);
print(`File length: median ${sizes[Math.floor(sizes.length / 2)]}, longest ${sizes.at(-1)} lines`);
print(`Overview page: imports ${(await findImportedFiles(root, overviewPage)).length} files`);
const { tracePrompt } = await import('#scripts/structure/trace-prompt');
const tracedFiles = await tracePrompt(root);
print(`One scheduled prompt: runs ${tracedFiles.length} files besides those of the provider`);
if (process.argv.includes('--list')) print(tracedFiles.join('\n'));
process.exit(0);
