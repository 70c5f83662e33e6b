import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classifyDomain, getRegistrableDomain } from '#lib/dashboard/projects/domains';

const classifyHost = (host: string) => classifyDomain(getRegistrableDomain(`https://${host}/`), []);

test('the types of 200 domains of a ranking are right in 92%', () => {
  // Every second of the 400 first entries of top-sites 1.1.222, labeled before any rule was run on them.
  const file = join(import.meta.dirname, '../../../fixtures/domain-types/ranking.tsv');
  const labels = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const right = labels.filter(([, host = '', type]) => classifyHost(host) === type);
  const typed = labels.filter(([, , type]) => type !== 'other');
  expect(labels).toHaveLength(200);
  expect(right.length).toBe(184);
  // Domains that have a type, and those among them that get it.
  expect([typed.length, right.filter(([, , type]) => type !== 'other').length]).toEqual([104, 89]);
});

test.each([
  [
    'shop',
    'amazon.com.mx amazon.sg amazon.eg ebay.it ebay.com.au zalando.ch ikea.pt mediamarkt.nl decathlon.it etsy.de',
  ],
  ['shop', 'shopee.com.my lazada.co.th mercadolibre.com.ar booking.com kaufland.cz aliexpress.us rakuten.de'],
  [
    'reviews',
    'tripadvisor.fr tripadvisor.com.br fr.trustpilot.com trustpilot.nl yelp.de yelp.co.jp geizhals.eu idealo.fr',
  ],
  [
    'government',
    'www.gov.pl mof.gov.cn stat.gov.rs www.gob.cl www.gub.uy gouv.ci www.moh.go.kr diw.go.th www.gov.br',
  ],
  [
    'government',
    'bmj.gv.at cra-arc.gc.ca estv.admin.ch finances.gouv.qc.ca health.govt.nz ec.europa.eu www.gov.scot',
  ],
  [
    'government',
    'dmv.ca.gov army.mil nato.int www.ci.austin.tx.us oslo.kommune.no comune.torino.it city.kobe.lg.jp stj.jus.br',
  ],
  [
    'education',
    'mit.edu cam.ac.uk tsinghua.edu.cn keio.ac.jp iitb.ac.in anu.edu.au uct.ac.za tum.de uni-bonn.de',
  ],
  [
    'education',
    'univ-lyon1.fr universite-paris-saclay.fr uva.nl kth.se kuleuven.be unibo.it up.pt cuni.cz uio.no',
  ],
  ['video', 'm.youtube.com youtu.be vimeo.com'],
  ['social', 'pinterest.fr pinterest.co.uk rower.substack.com mobile.twitter.com'],
  ['forum', 'old.reddit.com redd.it'],
  ['news', 'bbc.co.uk thelocalgazette.co.uk nordbayerische-zeitung.de'],
  [
    'other',
    'amazon.dev gov.test go.test edu.test kayaks.test amazon.myshopify.com notgov.com academy.test milan.go.it',
  ],
])('%s: %s', (type, hosts) => {
  const types = hosts.split(' ').map((host) => [host, classifyHost(host)]);
  expect(types).toEqual(hosts.split(' ').map((host) => [host, type]));
});

test('the reported hosts have the right type, if the folder ../shared/cases exists', ({ skip }) => {
  const file = join(import.meta.dirname, '../../../../shared/cases/d01-domain-types/domains.json');
  if (!existsSync(file)) {
    return skip('there is no folder ../shared/cases');
  }
  const hostsByType: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'));
  const labels = Object.entries(hostsByType).flatMap(([type, hosts]) =>
    hosts.map((host) => ({ host, type })),
  );
  expect(labels.length).toBeGreaterThan(80);
  expect(labels.map(({ host }) => ({ host, type: classifyHost(host) }))).toEqual(labels);
});
