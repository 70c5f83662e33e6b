import type { SettingDescription } from '#lib/core/settings';

const section = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

/**
 * A README with its example of a `.env` file made anew between `<!-- settings -->` and `<!-- /settings -->`: every
 * setting under what it does, with its default, or commented out where it has none.
 * @throws Error when the README has no such section
 */
export function readmeWithSettings(readme: string, settings: SettingDescription[]): string {
  if (!section.test(readme)) {
    throw new Error('README.md has no section between <!-- settings --> and <!-- /settings -->. Put one in.');
  }
  const lines = settings.map(({ name, default: value, description }) =>
    [`# ${description.replaceAll('`', '')}`, value ? `${name}=${value}` : `# ${name}=`].join('\n'),
  );
  const example = ['```sh', ...lines, '```'].join('\n');
  return readme.replace(section, () => `<!-- settings -->\n${example}\n<!-- /settings -->`);
}
