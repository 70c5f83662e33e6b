import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv } from '#lib/core/env';

const readmeSection = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

/** Returns the content of `.env.example`: every variable below its description, with its default if it has one. */
function renderEnvExample(): string {
  const variables = describeEnv().map(({ name, default: value, description }) =>
    [`# ${description.replaceAll('`', '')}`, value ? `${name}=${value}` : `# ${name}=`].join('\n'),
  );
  return `${variables.join('\n')}\n`;
}

/**
 * Returns README.md with a new list of variables between `<!-- settings -->` and `<!-- /settings -->`.
 * @throws Error if the README has no such section
 */
function renderReadme(readme: string): string {
  if (!readmeSection.test(readme)) {
    throw new Error('README.md has no section between <!-- settings --> and <!-- /settings -->. Add one.');
  }
  const block = `<!-- settings -->\n\`\`\`sh\n${renderEnvExample()}\`\`\`\n<!-- /settings -->`;
  return readme.replace(readmeSection, () => block);
}

/** Returns whether README.md and .env.example of a folder match the variables of lib/core/env.ts. */
export function areEnvDocsCurrent(root: string): boolean {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  return readme === renderReadme(readme) && example === renderEnvExample();
}

/** Writes the variables of lib/core/env.ts to README.md and .env.example. */
export function writeEnvDocs(root: string): void {
  const readme = join(root, 'README.md');
  writeFileSync(readme, renderReadme(readFileSync(readme, 'utf8')));
  writeFileSync(join(root, '.env.example'), renderEnvExample());
}
