import type { SettingDescription } from '#lib/core/settings';

const section = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

/**
 * A README with its table of settings made anew between `<!-- settings -->` and `<!-- /settings -->`.
 * @throws Error when the README has no such section
 */
export function readmeWithSettings(readme: string, settings: SettingDescription[]): string {
  if (!section.test(readme)) {
    throw new Error('README.md has no section between <!-- settings --> and <!-- /settings -->. Put one in.');
  }
  const rows = settings.map(({ name, default: value, description }) => {
    return `| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${description} |`;
  });
  const table = ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
  return readme.replace(section, () => `<!-- settings -->\n${table}\n<!-- /settings -->`);
}
