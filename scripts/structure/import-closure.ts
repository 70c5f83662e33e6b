import { cruise } from 'dependency-cruiser';
import { z } from 'zod';

const resultSchema = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(z.object({ resolved: z.string(), dependencyTypes: z.array(z.string()) })),
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
    for (const { resolved, dependencyTypes } of imports.get(file) ?? []) {
      if (!dependencyTypes.includes('type-only')) visit(resolved);
    }
  };
  visit(entry);
  return [...found].sort();
}
