import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildDomainLists } from '#scripts/domain-types/build-domain-lists';
import { readSwot } from '#scripts/domain-types/read-swot';
import { readWikidata } from '#scripts/domain-types/read-wikidata';
import { createTempFolder } from '#tests/support/temp-folder';

const toClaims = (values: readonly (string | { id: string })[], rank = 'normal') =>
  values.map((value) => ({ rank, mainsnak: { snaktype: 'value', datavalue: { value } } }));

/** An item of the dump with its classes (P31), the classes it is a subclass of (P279) and its websites (P856). */
function createItem(
  id: string,
  { is = [], below = [], sites = [] }: Partial<Record<'is' | 'below' | 'sites', string[]>>,
) {
  return {
    id,
    type: 'item',
    claims: {
      P31: toClaims(is.map((className) => ({ id: className }))),
      P279: toClaims(below.map((className) => ({ id: className }))),
      P856: toClaims(sites),
      P17: [{ mainsnak: { datavalue: { value: { amount: '1' } } } }],
    },
  };
}

const items = [
  createItem('Q900001', { is: ['Q900010'], sites: ['https://www.rowing-post.test/'] }),
  createItem('Q900010', { below: ['Q900011'] }),
  createItem('Q900011', { below: ['Q11032'] }),
  createItem('Q900002', { is: ['Q3918'], sites: ['https://www.rower-uni.test/en/', 'https://bücher.test'] }),
  createItem('Q900003', { is: ['Q327333'], sites: ['https://big.test/departments/boats'] }),
  createItem('Q900004', { is: ['Q5'], sites: ['https://person.test/'] }),
  createItem('Q900012', { below: ['Q900013'] }),
  createItem('Q900013', { below: ['Q900012'] }),
  createItem('Q900005', { is: ['Q900012'], sites: ['https://circle.test/'] }),
  { id: 'P31', type: 'property', claims: {} },
];
const dump = `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;

test.each(['dump.json', 'dump.json.gz'])(
  'reads the types of official websites from %s of Wikidata',
  async (name) => {
    const file = join(createTempFolder(), name);
    writeFileSync(file, name.endsWith('.gz') ? gzipSync(dump) : dump);
    expect(Object.fromEntries(await readWikidata(file))).toEqual({
      'rowing-post.test': 'news',
      'rower-uni.test': 'education',
      'xn--bcher-kva.test': 'education',
    });
  },
);

test('reads the domains of schools from a copy of Swot', () => {
  const folder = createTempFolder();
  for (const file of ['stoplist.txt', 'de/rower.txt', 'uk/ac/rower.txt', 'de/rower/students.txt']) {
    mkdirSync(join(folder, 'data/lib/domains', file, '..'), { recursive: true });
    writeFileSync(join(folder, 'data/lib/domains', file), 'Rower School');
  }
  expect([...readSwot(folder).keys()].sort()).toEqual(['rower.ac.uk', 'rower.de', 'students.rower.de']);
});

test('lists registrable domains by type and suffix, without those whose suffix tells the type', () => {
  const types = new Map([
    ['rower.de', 'education'],
    ['boats.de', 'education'],
    ['students.rower.de', 'education'],
    ['rower.ac.uk', 'education'],
    ['rower-post.co.uk', 'news'],
  ]);
  expect(buildDomainLists(types)).toEqual({
    education: { de: 'boats rower' },
    news: { 'co.uk': 'rower-post' },
  });
});
