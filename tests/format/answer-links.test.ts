import { expect, test } from 'vitest';
import { getAnswersLink, getAnswersUrl, getMetricUrls, keepChanges } from '#lib/format/answer-links';

test.each([
  [1204, 'View the 1,204 answers mentioning Ab'],
  [1, 'View the answer mentioning Ab'],
  [0, undefined],
])('labels a link to %i answers, and creates no link to 0 answers', (answers, label) => {
  expect(getAnswersLink('/answers', answers, 'mentioning', 'Ab')?.label).toBe(label);
  expect(getAnswersLink(undefined, answers, 'mentioning', 'Ab')).toBeUndefined();
});

test('replaces filters of the page with those of a table row', () => {
  const url = getAnswersUrl('p', 'engine=chat&days=28', {
    engine: 'gen',
    days: { from: '2026-11-01', to: '2026-11-02' },
    mentioned: 'b',
    rank: { brandId: 'b', rank: 2 },
  });
  expect(url).toBe('/projects/p/answers?from=2026-11-01&to=2026-11-02&engine=gen&mentioned=b&rank=b%3A2');
  const days = { from: '2026-11-01', to: '2026-11-02' };
  expect(getAnswersUrl('p', 'period=this-month', { days })).toBe(
    '/projects/p/answers?from=2026-11-01&to=2026-11-02',
  );
  expect(getAnswersUrl('p', '')).toBe('/projects/p/answers');
});

test('links share of voice to answers to unbranded prompts unless the filters include branded ones', () => {
  const linkContext = { projectId: 'p', query: '' };
  expect(getMetricUrls(linkContext, 'b').shareOfVoice).toContain('unbranded=1');
  expect(getMetricUrls({ ...linkContext, query: 'branded=with' }, 'b').shareOfVoice).not.toContain(
    'unbranded',
  );
  expect(getMetricUrls(linkContext, 'b').citationRate).toBe('/projects/p/answers?owned=b');
});

test.each([
  ['/p/prompts?engine=gen', 'engine=gen', 'engine=office&engine=gen', '/p/prompts?engine=office&engine=gen'],
  ['/p/answers?engine=gen&before=c', '', 'days=7', '/p/answers?engine=gen&days=7'],
  ['/p/answers?engine=gen', 'engine=office', '', '/p/answers?engine=gen'],
  ['/p/answers?topic=a', 'topic=a', '', '/p/answers'],
  ['/p/answers?before=c', '', 'words=x', '/p/answers?before=c'],
])(
  'updates the link %s when the query of the page changes from “%s” to “%s”',
  (href, shown, query, expected) => {
    expect(keepChanges(href, { shown, query, isSamePage: false })).toBe(expected);
  },
);

test('in a link to the same page, also updates parameters that are not filters', () => {
  const changes = { shown: '', query: 'words=x', isSamePage: true };
  expect(keepChanges('/p/answers?status=failed', changes)).toBe('/p/answers?status=failed&words=x');
});
