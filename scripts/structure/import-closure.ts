import { join } from 'node:path';
import { type ImportDeclaration, parseFileSync } from '@swc/core';
import { cruise } from 'dependency-cruiser';
import { z } from 'zod';

const resultSchema = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(z.object({ module: z.string(), resolved: z.string() })),
    }),
  ),
});

/**
 * Returns every file of the product that `entry` imports directly or indirectly, including itself, without type-only
 * imports.
 * @param entry relative to `root`
 */
export async function findImportedFiles(root: string, entry: string): Promise<string[]> {
  const { default: config } = await import(`${root}/.dependency-cruiser.cjs`);
  const { output } = await cruise(['app', 'components', 'lib'], { ...config.options, baseDir: root });
  const { modules } = resultSchema.parse(output);
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || !/^(app|components|lib)\/.*\.tsx?$/.test(file)) return;
    found.add(file);
    const typeModules = listTypeModules(join(root, file));
    for (const { module, resolved } of imports.get(file) ?? []) {
      if (!typeModules.has(module)) visit(resolved);
    }
  };
  visit(entry);
  return [...found].sort();
}

/** Lists the modules of which a file imports only types, which dependency-cruiser does not know when it parses with swc. */
function listTypeModules(file: string): Set<string> {
  const { body } = parseFileSync(file, { syntax: 'typescript', tsx: file.endsWith('.tsx') });
  const declarations = body.filter((item) => item.type === 'ImportDeclaration');
  const values = new Set(declarations.filter((one) => !isTypeOnly(one)).map(({ source }) => source.value));
  const modules = declarations.map(({ source }) => source.value);
  return new Set(modules.filter((module) => !values.has(module)));
}

function isTypeOnly({ typeOnly, specifiers }: ImportDeclaration): boolean {
  const isType = specifiers.every((one) => one.type === 'ImportSpecifier' && one.isTypeOnly);
  return typeOnly || (specifiers.length > 0 && isType);
}
