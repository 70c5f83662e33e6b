import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDomainLists } from '#scripts/domain-types/build-domain-lists';
import { readSwot } from '#scripts/domain-types/read-swot';
import { readWikidata } from '#scripts/domain-types/read-wikidata';

const { values } = parseArgs({ options: { swot: { type: 'string' }, wikidata: { type: 'string' } } });
if (values.swot === undefined && values.wikidata === undefined) {
  console.error('Usage: npm run domain-types -- [--swot FOLDER] [--wikidata FILE]; see docs/metrics.md.');
  process.exit(1);
}
const found = new Map([
  ...(values.swot === undefined ? [] : readSwot(values.swot)),
  ...(values.wikidata === undefined ? [] : await readWikidata(values.wikidata)),
]);
const file = join(import.meta.dirname, '../../lib/dashboard/projects/open-domain-types.json');
writeFileSync(file, `${JSON.stringify(buildDomainLists(found), null, 2)}\n`);
console.log(`${found.size} domains read; ${file} written.`);
