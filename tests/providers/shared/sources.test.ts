import { describe, expect, it, test } from 'vitest';
import { getDomain, normalizeUrl } from '#lib/core/urls/normalize-url';
import { buildUrl } from '#lib/providers/shared/http';
import { sanitize } from '#lib/providers/shared/parse-response';
import { createSourceList, removeReferralParameter } from '#lib/providers/shared/sources';

describe('URLs and source lists', () => {
  it.each([
    'http://a.example/x',
    'https://www.a.example/x',
    'https://A.EXAMPLE/x/',
    'https://a.example:443/x',
    'https://a.example./x',
    'https://a.example/x?utm_source=openai',
    'https://a.example/x/?utm_medium=b&gclid=1&fbclid=2',
    'https://a.example/x#:~:text=some%20words',
    'https://a.example/x#part',
  ])('treats %s as https://a.example/x', (url) => {
    expect(normalizeUrl(url)).toBe(normalizeUrl('https://a.example/x'));
  });

  it.each([
    'https://a.example/X',
    'https://b.a.example/x',
    'https://a.example:8443/x',
    'https://a.example/x?id=1',
    'https://a.example/#/x',
    'https://www.example/x',
  ])('treats %s as a different page', (url) => {
    expect(normalizeUrl(url)).not.toBe(normalizeUrl('https://a.example/x'));
  });

  it('ignores the order of query parameters', () => {
    expect(normalizeUrl('https://a.example/?b=2&a=1')).toBe(normalizeUrl('https://a.example/?a=1&b=2'));
  });

  it('lists each page once and fills in details that come later', () => {
    const sources = createSourceList();
    sources.add('https://www.a.example/x');
    sources.add('https://b.example/', { label: 'B', description: 'About B' });
    sources.add('http://a.example/x/?utm_source=z', { label: ' A ', description: 'About A' });
    sources.add('https://b.example/#top', { label: 'Other', description: 'Other' });
    expect(sources.list()).toEqual([
      { position: 1, url: 'https://www.a.example/x', label: 'A', description: 'About A' },
      { position: 2, url: 'https://b.example/', label: 'B', description: 'About B' },
    ]);
  });

  it.each(['', ' ', 'not a URL', 'gs://bucket/file'])('does not list %j', (url) => {
    const sources = createSourceList();
    expect(sources.add(url, { label: 'A' })).toBeUndefined();
    expect(sources.list()).toEqual([]);
  });

  it.each([
    ['https://www.a.example/x', 'a.example'],
    ['https://www.co/', 'www.co'],
    ['not a URL', ''],
    ['ftp://a.example/', ''],
  ])('reads the domain of %s as %j', (url, domain) => {
    expect(getDomain(url)).toBe(domain);
  });

  it.each([
    ['https://a.example/?utm_source=openai', 'https://a.example/'],
    ['https://a.example/?utm_source=openai&b=1', 'https://a.example/?b=1'],
    ['https://a.example/?b=%2F&utm_source=openai', 'https://a.example/?b=%2F'],
    ['https://a.example/?b=1&utm_source=openai#part', 'https://a.example/?b=1#part'],
    ['https://a.example/?utm_source=openaire', 'https://a.example/?utm_source=openaire'],
    ['https://a.example/?utm_source=news', 'https://a.example/?utm_source=news'],
  ])('removes utm_source=openai, and nothing else, from %s', (url, expected) => {
    expect(removeReferralParameter(url)).toBe(expected);
  });

  it.each([
    ['https://a.example', 'https://a.example/v1/x'],
    ['https://a.example/', 'https://a.example/v1/x'],
    ['https://a.example/v1', 'https://a.example/v1/x'],
    ['https://a.example/v1beta/', 'https://a.example/v1beta/x'],
    ['https://a.example/proxy/v2', 'https://a.example/proxy/v2/x'],
    ['https://a.example/proxy', 'https://a.example/proxy/v1/x'],
  ])('adds the path to the base URL %s, and v1 unless it ends in a version', (base, expected) => {
    expect(buildUrl(base, 'v1', 'x')).toBe(expected);
  });
});

test('replaces each NUL and lone surrogate in a JSON value with one character', () => {
  expect(sanitize({ a: ['x\u0000y', '\ud83d', '🛶', 1, null], 'k\u0000': true })).toEqual({
    a: ['x\uFFFDy', '\uFFFD', '🛶', 1, null],
    'k\uFFFD': true,
  });
});
