import { expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { labelFilters } from '#lib/dashboard/exports/label-filters';
import { formatFileName } from '#lib/dashboard/exports/write-file';

const own = { id: '11111111-1111-4111-8111-111111111111', name: 'Fjordwing', role: 'own' } as const;
const competitor = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Paddlemoor',
  role: 'competitor',
} as const;
const days = { from: '2026-10-01', to: '2026-10-31' };

function nameFile(query: string): string {
  const parameters = new URLSearchParams(query);
  const filters = parseFilters('project', parameters, systemClock);
  return formatFileName(
    'Kayaks',
    'answers',
    days,
    'csv',
    labelFilters(filters, parameters, [own, competitor]),
  );
}

test.each([
  ['', 'Kayaks answers 2026-10-01 to 2026-10-31.csv'],
  ['days=7&compare=none', 'Kayaks answers 2026-10-01 to 2026-10-31.csv'],
  ['engine=gen&country=DE', 'Kayaks answers 2026-10-01 to 2026-10-31 gen DE.csv'],
  ['engine=search/news&topic=Price', 'Kayaks answers 2026-10-01 to 2026-10-31 search news Price.csv'],
  ['country=DE&country=FR&country=JP&country=US', 'Kayaks answers 2026-10-01 to 2026-10-31 4 countries.csv'],
  [
    `brand=${competitor.id}&branded=only`,
    'Kayaks answers 2026-10-01 to 2026-10-31 Paddlemoor only branded.csv',
  ],
  [`brand=${own.id}`, 'Kayaks answers 2026-10-01 to 2026-10-31.csv'],
  ['status=failed', 'Kayaks answers 2026-10-01 to 2026-10-31 failed.csv'],
  [
    `words=../"is light&mentioned=${competitor.id}`,
    'Kayaks answers 2026-10-01 to 2026-10-31 is light filtered.csv',
  ],
])('names a file with the filters of %s', (query, name) => {
  expect(nameFile(query)).toBe(name);
});

test('keeps the name short enough for every file system', () => {
  const topics = Array.from({ length: 3 }, (_, index) => `topic=${index}${'ü'.repeat(80)}`).join('&');
  const name = nameFile(`${topics}&words=${'é'.repeat(200)}&status=failed&branded=only&engine=gen`);
  expect(name).toContain(` gen 0${'ü'.repeat(29)} `);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
});
