import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPageHost } from '#lib/core/urls/normalize-url';
import { belongsTo, getRegistrableDomain, getSourceSite, parseDomain } from '#lib/dashboard/projects/domains';

test.each([
  ['https://trailhead.myshopify.com/p/1', 'trailhead.myshopify.com'],
  ['https://www.trailhead.myshopify.com/', 'trailhead.myshopify.com'],
  ['https://rower.substack.com/p/x', 'rower.substack.com'],
  ['https://rower.medium.com/x', 'rower.medium.com'],
  ['https://medium.com/@Rower/x', 'rower.medium.com'],
  ['https://medium.com/tag/rowing', 'medium.com'],
  ['https://rower.weebly.com/', 'rower.weebly.com'],
  ['https://rower.ghost.io/post', 'rower.ghost.io'],
  ['https://rower.odoo.com/shop', 'rower.odoo.com'],
  ['https://shop.mybigcommerce.com/', 'shop.mybigcommerce.com'],
  ['https://rower.github.io/a', 'rower.github.io'],
  ['https://rower.gitlab.io/a', 'rower.gitlab.io'],
  ['https://rower.blogspot.com/2026/', 'rower.blogspot.com'],
  ['https://rower.blogspot.de/2026/', 'rower.blogspot.de'],
  ['https://rower.wordpress.com/', 'rower.wordpress.com'],
  ['https://a.rower.tumblr.com/', 'rower.tumblr.com'],
  ['https://rower.notion.site/Page-1', 'rower.notion.site'],
  ['https://rower.pages.dev/', 'rower.pages.dev'],
  ['https://sites.google.com/view/Rower/home', 'sites.google.com/view/rower'],
  ['https://sites.google.com/site/rower/home?x=1', 'sites.google.com/site/rower'],
  ['https://sites.google.com/', 'sites.google.com'],
  ['https://docs.google.com/document/d/1', 'google.com'],
  ['https://shop.rower.co.uk/', 'rower.co.uk'],
  ['https://rower-test.cdn.ampproject.org/c/s/rower.test/a', 'rower.test'],
  ['https://youtu.be/kQ7-xW2_paA', 'youtube.com'],
  ['https://bücher.test/a', 'xn--bcher-kva.test'],
  ['rower.github.io', 'rower.github.io'],
  ['gs://bucket/file', 'bucket'],
])('%s is a page of the site %s', (url, site) => {
  expect(getRegistrableDomain(url)).toBe(site);
  expect(getRegistrableDomain(site)).toBe(site);
});

test.each([
  ['Bücher.test', 'xn--bcher-kva.test'],
  ['https://www.bücher.test/laden', 'xn--bcher-kva.test'],
  ['m.rower.test', 'rower.test'],
  ['twitter.com', 'x.com'],
  ['trailhead.myshopify.com', 'trailhead.myshopify.com'],
  ['myshopify.com', 'myshopify.com'],
  ['https://sites.google.com/view/rower/home', 'sites.google.com/view/rower'],
  ['rower', undefined],
])('a brand that enters %s owns %s', (typed, domain) => {
  expect(parseDomain(typed)).toBe(domain);
});

test.each([
  ['https://bücher.test/a', ['bücher.test'], true],
  ['https://shop.xn--bcher-kva.test/a', ['BÜCHER.test'], true],
  ['https://m.rower.test/a', ['rower.test'], true],
  ['https://www.google.com/url?q=https://rower.test/a', ['rower.test'], true],
  ['https://other.myshopify.com/', ['trailhead.myshopify.com'], false],
  ['https://other.myshopify.com/', ['myshopify.com'], true],
  ['https://notrower.test/', ['rower.test'], false],
])('the host of %s belongs to %j: %s', (url, domains, isOwned) => {
  expect(belongsTo(getPageHost(url), domains)).toBe(isOwned);
});

test('a site of Google Sites does not belong to the owner of another one', () => {
  const [own, other] = ['view/rower/home', 'view/stranger'].map((path) =>
    getRegistrableDomain(`https://sites.google.com/${path}`),
  );
  expect([own, other].map((site) => belongsTo(site ?? '', ['sites.google.com/view/rower']))).toEqual([
    true,
    false,
  ]);
  expect(belongsTo(other ?? '', ['sites.google.com'])).toBe(false);
});

test('Gemini’s redirects have the site that the label names', () => {
  const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC';
  expect(getSourceSite({ url, label: 'docs.rower.test' })).toBe('rower.test');
  expect(getSourceSite({ url, label: 'docs.rower.test' }, ['docs.rower.test'])).toBe('docs.rower.test');
  expect(getSourceSite({ url, label: 'A title' })).toBe('google.com');
});

test('a site belongs to the same brands as the host of each of its pages', () => {
  const host = fc
    .tuple(
      fc.array(fc.constantFrom('a', 'docs', 'shop'), { maxLength: 3 }),
      fc.constantFrom('rower.test', 'myshopify.com', 'github.io', 'substack.com', 'rower.co.uk'),
    )
    .map(([labels, domain]) => [...labels, domain].join('.'));
  fc.assert(
    fc.property(host, fc.array(fc.array(host, { maxLength: 2 }), { maxLength: 3 }), (page, brands) => {
      const site = getSourceSite({ url: `https://${page}/x`, label: '' }, brands.flat());
      for (const domains of brands) expect(belongsTo(site, domains)).toBe(belongsTo(page, domains));
    }),
    { numRuns: 3000 },
  );
});
