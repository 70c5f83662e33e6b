import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ComparisonLinks } from '#components/competitors/competitor-links';
import { computeRate, type TrackedBrand } from '#lib/core/metric';

const brand: TrackedBrand = { id: 'own', name: 'Fjordwing', role: 'own', colorIndex: 0 };
const competitor: TrackedBrand = { id: 'other', name: 'Paddlemoor', role: 'competitor', colorIndex: 1 };

test.for([
  ['some answers mention only one of the brands', 5, 6, ['own', 'other']],
  ['no answer mentions the brand', 0, 6, ['other']],
  ['all answers mention the competitor', 5, 10, ['other']],
  ['all answers mention both brands', 10, 10, []],
] as const)(
  'links to the answers that mention only one of two brands, unless there can’t be any: %s',
  ([, brandCount, competitorCount, linked]) => {
    const html = renderToStaticMarkup(
      <ComparisonLinks
        pageContext={{ projectId: 'project', query: '', selectedBrand: brand }}
        competitor={competitor}
        prompt={{
          promptId: 'prompt',
          prompt: 'Best kayaks',
          answers: 10,
          brandRate: computeRate(brandCount, 10),
          competitorRate: computeRate(competitorCount, 10),
          mentioned: 'both',
          lead: 'tied',
        }}
      />,
    );
    expect([...html.matchAll(/[?;&]mentioned=(\w+)/g)].map(([, id]) => id)).toEqual(linked);
    expect(html.match(/title="No answers mention/g) ?? []).toHaveLength(2 - linked.length);
  },
);
