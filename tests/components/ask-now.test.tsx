import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AskNow } from '#components/answers/ask-now';
import type { SpotCheckData } from '#lib/dashboard/analytics/answers/spot-check';

const check: SpotCheckData = {
  brand: 'Fjordwing',
  engine: 'chat',
  country: 'US',
  tries: 3,
  level: 0.45,
  likeness: 0.1,
  chances: [0.21, 0.36, 0.3, 0.13],
  answers: 20,
  mentioned: 9,
  fictional: 0,
  newest: [],
  places: [{ engine: 'chat', country: 'US', answers: 20 }],
};

const render = (changes: Partial<SpotCheckData>, denial: string | null = null) =>
  renderToStaticMarkup(
    <AskNow
      ask={{ send: () => Promise.reject(new Error('Nothing is sent.')), denial }}
      check={{ ...check, ...changes }}
      promptId="prompt"
      linkContext={{ projectId: 'project', query: '' }}
    />,
  );

test.for([
  [{ tries: 1 }, 'Ask once now', 'Costs 5 credits.'],
  [{ tries: 2, engine: 'gen' }, 'Ask twice now', 'Costs 8 credits.'],
  [{ tries: 10, engine: 'search' }, 'Ask 10 times now', 'Costs 30 credits.'],
] as const)('states the cost before it asks: %j', ([changes, label, cost]) => {
  const html = render(changes);
  expect(html).toContain(label);
  expect(html).toContain(cost);
});

test('says why a member can’t ask', () => {
  expect(render({}, 'Only owners, admins and editors can start runs.')).toMatch(
    /aria-disabled="true".*Only owners, admins and editors can start runs\./,
  );
});

test('offers nothing for an engine that can no longer be asked', () => {
  expect(render({ engine: 'retired' })).toBe('');
});
