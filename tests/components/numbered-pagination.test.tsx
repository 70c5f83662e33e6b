import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NumberedPagination } from '#components/ui/links';

test.for([
  [1, 1, []],
  [1, 3, ['?page=2']],
  [2, 3, ['?page=1', '?page=3']],
  [3, 3, ['?page=2']],
] as const)('links page %i of %i to the pages beside it', ([page, pageCount, linked]) => {
  const html = renderToStaticMarkup(
    <NumberedPagination
      page={page}
      pageCount={pageCount}
      previous={`/queries?page=${page - 1}`}
      next={`/queries?page=${page + 1}`}
      noun="queries"
    />,
  );
  expect([...html.matchAll(/href="\/queries([^"]*)"/g)].map(([, query]) => query)).toEqual(linked);
  expect(html.includes(`Page ${page} of ${pageCount}`)).toBe(pageCount > 1);
});
