import { ImageResponse } from 'next/og';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { runWithReaderLocale } from '#lib/web/reader-locale';
import { buildMetric } from '#tests/support/metrics';
import { composeSharePreview } from '../../app/share/[token]/share-preview';

const own = { id: 'own', name: 'Tarnhoof', role: 'own', colorIndex: 0 } as const;
const headline = {
  brand: own,
  visibility: buildMetric(458, 1204),
  answers: 1204,
  periods: { current: { from: '2026-10-24', to: '2026-11-20' }, previous: null },
  largestChange: null,
  isFictional: false,
};

function compose(name: string, changed: Partial<typeof headline> = {}, brandName: string = own.name) {
  return composeSharePreview(name, { ...headline, ...changed, brand: { ...own, name: brandName } });
}

test('states the visibility, the period and the name of the report', () => {
  expect(compose('Board report')).toEqual({
    title: 'Board report',
    description: 'Mentioned in 38% of 1,204 answers (±3 points).',
    image: {
      title: 'Board report',
      value: '38%',
      lines: ['of 1,204 AI answers mention Tarnhoof', '24 Oct to 20 Nov 2026'],
      alt: 'Board report. 38% of 1,204 AI answers mention Tarnhoof. 24 Oct to 20 Nov 2026.',
    },
  });
});

test('says that data is fictional, in the image and in the text', () => {
  const { description, image } = compose('Demo', { isFictional: true });
  expect(description).toMatch(/ Fictional data \(sandbox\)\.$/);
  expect(image.lines).toContain('Fictional data (sandbox)');
  expect(image.alt).toMatch(/ Fictional data \(sandbox\)\.$/);
});

test('says that some of the answers are fictional', () => {
  const counts = { previousCount: 0, engines: ['chat'], lastDay: null, hasLaterAnswers: false };
  const preview = (count: number) => {
    const fictional = { ...counts, count };
    return composeSharePreview('Board report', { ...headline, fictional });
  };
  const { description, image } = preview(42);
  expect(description).toMatch(/ Partly fictional \(sandbox\)\.$/);
  expect(image.lines).toContain('Partly fictional (sandbox)');
  expect(image.alt).toMatch(/ Partly fictional \(sandbox\)\.$/);
  expect(JSON.stringify(preview(0))).not.toContain('fictional');
});

test('draws a no-break space where the locale has a narrow one, which the font lacks', () => {
  const { image } = runWithReaderLocale('fr-FR', () => compose('Board report'));
  expect(image.alt).toContain('1\u202f204');
  expect(image.lines[0]).toBe('of 1\u00a0204 AI answers mention Tarnhoof');
  expect(image.value).not.toContain('\u202f');
});

test('shows no percentage if there are no answers', () => {
  const visibility = { ...buildMetric(0, 1), ...computeRate(0, 0) };
  const { description, image } = compose('Board report', { answers: 0, visibility, isFictional: true });
  expect(description).toBe('No answers in this period yet.');
  expect(image).toMatchObject({
    value: null,
    lines: ['No answers in this period yet.', '24 Oct to 20 Nov 2026'],
    alt: 'Board report. No answers in this period yet. 24 Oct to 20 Nov 2026.',
  });
});

test('uses the singular for one answer', () => {
  const { image } = compose('Board report', { answers: 1, visibility: buildMetric(1, 1) });
  expect(image.lines[0]).toBe('of 1 AI answer mentions Tarnhoof');
});

test.each([
  ['Kelp’s “best” – and more — 2026…', 'Kelp’s “best” – and more — 2026…'],
  ['Cafe\u0301 Ngọc Łódź Яндекс', 'Café Ngọc Łódź Яндекс'],
  ['Launch 🚀 week', 'Launch week'],
  ['東京コーヒー', 'Report'],
  ['Q3 レポート', 'Report'],
  ['🚀', 'Report'],
])('draws “%s” as “%s”', (name, drawn) => {
  const { title, image } = compose(name);
  expect(title).toBe(name);
  expect(image.title).toBe(drawn);
});

test('names a brand only in the alternative text if the image cannot show its characters', () => {
  const { image } = compose('Board report', {}, '東京コーヒー');
  expect(image.lines[0]).toBe('of 1,204 AI answers mention the brand');
  expect(image.alt).toContain('mention 東京コーヒー.');
});

test('draws only characters of the built-in font, so that no font is requested', async () => {
  const characters = Array.from({ length: 0x2600 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => character.trim() !== '' && compose(character).image.title === character,
  );
  expect(characters.length).toBeGreaterThan(500);
  const { fetch } = globalThis;
  const requested: string[] = [];
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    if (!/^https?:/.test(url)) return fetch(input, init);
    requested.push(url);
    return new Response('', { status: 404 });
  };
  try {
    const draw = async (text: string) =>
      (await new ImageResponse(<div style={{ display: 'flex' }}>{text}</div>).arrayBuffer()).byteLength;
    expect(await draw(characters.join(' \u00a0'))).toBeGreaterThan(1_000);
    expect(requested).toEqual([]);
    await draw('東');
    expect(requested).not.toEqual([]);
  } finally {
    globalThis.fetch = fetch;
  }
});
