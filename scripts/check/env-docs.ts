import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv } from '#lib/core/env';

const section = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

/** Returns the content of `.env.example`: every variable below its description, with its default if it has one. */
function renderEnvExample(): string {
  const variables = describeEnv().map(({ name, default: value, description }) =>
    [`# ${description.replaceAll('`', '')}`, value ? `${name}=${value}` : `# ${name}=`].join('\n'),
  );
  return `${variables.join('\n')}\n`;
}

/**
 * Returns docs/settings.md with a new list of variables between `<!-- settings -->` and `<!-- /settings -->`.
 * @throws Error if the page has no such section
 */
function renderPage(page: string): string {
  if (!section.test(page)) {
    throw new Error(
      'docs/settings.md has no section between <!-- settings --> and <!-- /settings -->. Add one.',
    );
  }
  const block = `<!-- settings -->\n\`\`\`sh\n${renderEnvExample()}\`\`\`\n<!-- /settings -->`;
  return page.replace(section, () => block);
}

/** Returns whether docs/settings.md and .env.example of a folder match the variables of lib/core/env.ts. */
export function areEnvDocsCurrent(root: string): boolean {
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  return page === renderPage(page) && example === renderEnvExample();
}

/** Writes the variables of lib/core/env.ts to docs/settings.md and .env.example. */
export function writeEnvDocs(root: string): void {
  const file = join(root, 'docs/settings.md');
  writeFileSync(file, renderPage(readFileSync(file, 'utf8')));
  writeFileSync(join(root, '.env.example'), renderEnvExample());
}
