import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataTable } from '#components/sections/data-table';
import { computeRate } from '#lib/core/metric';

const rows = [
  { id: 'chat', answers: 1204, rate: computeRate(458, 1204) },
  { id: 'gen', answers: 0, rate: computeRate(0, 0) },
];

test('renders numbers, shares with their counts, and intervals in their columns', () => {
  const html = renderToStaticMarkup(
    <DataTable
      label="Engines"
      rows={rows}
      getKey={({ id }) => id}
      columns={[
        { head: 'Engine', cell: ({ id }) => id },
        { head: 'Answers', numericCell: ({ answers }) => String(answers) },
        { head: 'Share', rate: ({ rate }) => rate, unit: 'answers', isSorted: true },
        { interval: ({ rate }) => rate, unit: 'answers' },
        { change: () => null },
        null,
      ]}
    />,
  );
  const texts = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([cell]) =>
      cell.replace(/<[^>]*>/g, ''),
    );
  expect(texts('th')).toEqual(['Engine', 'Answers', 'Share', 'Precision', 'Change']);
  expect(texts('td')).toEqual(['chat', '1204', '38%', '±3 points', '', 'gen', '0', '–', '–', '']);
  expect(html).toContain('aria-sort="descending"');
  expect(html).toContain('title="458 of 1,204 answers, most likely 35 to 41%"');
});
