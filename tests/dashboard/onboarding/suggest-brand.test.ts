import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpError } from '#lib/core/http-client';
import { readBrandPage } from '#lib/dashboard/onboarding/read-brand-page';
import { fetchHomePage } from '#lib/dashboard/onboarding/suggest-brand';
import { brandInputSchema } from '#lib/dashboard/projects/brand';

const toJsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

describe('reading the brand of a page', () => {
  test.each([
    [
      'prefers schema.org data of an organization',
      `<title>Shoes | Tarnhoof</title><meta property="og:site_name" content="Tarnhoof Store">
       ${toJsonLd({ '@type': 'Organization', name: 'Tarnhoof', alternateName: ['Tarn Hoof', 'TH'], legalName: 'Tarnhoof GmbH' })}`,
      {
        name: 'Tarnhoof',
        aliases: ['Tarn Hoof', 'TH', 'Tarnhoof GmbH', 'Tarnhoof Store'],
        readFrom: 'schema.org',
      },
    ],
    [
      'prefers an organization in a graph to the site',
      toJsonLd({
        '@graph': [
          { '@type': 'WebSite', name: 'tarnhoof.example' },
          { '@type': ['Corporation', 'Brand'], name: 'Tarnhoof' },
        ],
      }),
      { name: 'Tarnhoof', aliases: ['tarnhoof.example'], readFrom: 'schema.org' },
    ],
    [
      'reads the publisher of an article, not the article',
      toJsonLd([
        {
          '@type': 'Article',
          name: 'Ten best shoes',
          publisher: { '@type': 'NewsMediaOrganization', name: 'The Fell' },
        },
      ]),
      { name: 'The Fell', aliases: [], readFrom: 'schema.org' },
    ],
    [
      'skips invalid data',
      `${toJsonLd('{"@type": "Organization", ')}${toJsonLd('['.repeat(50_000))}<meta property="og:site_name" content="Tarnhoof &amp; Sons">`,
      { name: 'Tarnhoof & Sons', aliases: [], readFrom: 'Open Graph' },
    ],
    [
      'reads the part of a title that identifies the site',
      '<title>Trail running shoes for wet rock | Tarnhoof</title>',
      { name: 'Tarnhoof', aliases: [], readFrom: 'title' },
    ],
    [
      'does not split a name at a hyphen',
      '<title>Coca-Cola</title>',
      { name: 'Coca-Cola', aliases: [], readFrom: 'title' },
    ],
    [
      'reads the part that two titles share',
      '<title>Home – Grumblefell Outdoor</title><meta property="og:title" content="Shoes – Grumblefell Outdoor">',
      { name: 'Grumblefell Outdoor', aliases: [], readFrom: 'title' },
    ],
    [
      'reads a title in another script',
      '<title>霧山シューズ</title>',
      { name: '霧山シューズ', aliases: [], readFrom: 'title' },
    ],
    [
      'returns an empty name for a page without one',
      '<p>Soon.</p>',
      { name: '', aliases: [], readFrom: null },
    ],
  ])('%s', (_, html, expected) => {
    expect(readBrandPage({ html })).toMatchObject(expected);
  });

  test.each([
    [
      'a name that is a common word is the domain if the page writes it',
      `<title>monday.com | Work together</title>${toJsonLd({ '@type': 'Organization', name: 'Monday', alternateName: 'monday' })}`,
      ['monday.com'],
      { name: 'monday.com', aliases: [] },
    ],
    [
      'and is no alias of the domain either',
      `<title>Deals – Hotels.com</title>${toJsonLd({ '@type': 'Organization', name: 'Hotels.com', alternateName: 'Hotels' })}`,
      ['www.hotels.com'],
      { name: 'Hotels.com', aliases: [] },
    ],
    [
      'in the language of the page, too',
      '<html lang="de-AT"><title>Gesund</title><meta name="description" content="Rat von Ärzten auf Gesund.at.">',
      ['gesund.at'],
      { name: 'Gesund.at', aliases: [] },
    ],
    [
      'a page that does not write its domain keeps the word',
      '<title>Apple</title><meta name="description" content="Write to help@apple.com or see apple.com/shop.">',
      ['apple.com'],
      { name: 'Apple', aliases: [] },
    ],
    [
      'another name keeps its own form beside the domain',
      `<title>Tarnhoof.com</title>${toJsonLd({ '@type': 'Organization', name: 'Tarnhoof' })}<meta property="og:site_name" content="Tarnhoof.com">`,
      ['tarnhoof.com'],
      { name: 'Tarnhoof', aliases: ['Tarnhoof.com'] },
    ],
  ])('%s', (_, html, domains, expected) => {
    expect(readBrandPage({ html, domains })).toMatchObject(expected);
  });

  test('suggests a valid brand for any page', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.json(), (text, json) => {
        const { name, aliases } = readBrandPage({
          html: `<title>${text}</title>${toJsonLd(json)}${toJsonLd(text)}<meta name="og:site_name" content="${text}">`,
        });
        if (name !== '') brandInputSchema.parse({ name, aliases });
        for (const brandName of [name, ...aliases]) expect(brandName.length).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe('reading a home page', () => {
  let server: Server;
  let host: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved')
        response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' });
      else response.writeHead(301, { location: '/moved' });
      response.end(Buffer.from('<title>Café</title>', 'latin1'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('falls back to HTTP, follows redirects and reads the charset', async () => {
    const page = await fetchHomePage(host, { allowedHosts: host });
    expect(page.url.pathname).toBe('/moved');
    expect(page.html).toBe('<title>Café</title>');
  });

  test('never requests non-public addresses, even after a redirect', async () => {
    await expect(fetchHomePage(host)).rejects.toMatchObject({ kind: 'forbidden-address' });
    const other = createServer((_, response) => {
      response.writeHead(302, { location: `http://${host}/moved` });
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const otherHost = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(fetchHomePage(otherHost, { allowedHosts: otherHost })).rejects.toBeInstanceOf(HttpError);
    await new Promise((resolve) => other.close(resolve));
  });
});
