import { readFileSync, writeFileSync } from 'node:fs';
import { describeSettings } from '#lib/core/settings';
import { readmeWithSettings } from '#scripts/check/settings-section';

// Prints the README's table of settings; with --write puts it into the README.
const table = describeSettings();
if (process.argv.includes('--write')) {
  writeFileSync('README.md', readmeWithSettings(readFileSync('README.md', 'utf8'), table));
} else {
  process.stdout.write(readmeWithSettings('<!-- settings -->\n<!-- /settings -->\n', table));
}
