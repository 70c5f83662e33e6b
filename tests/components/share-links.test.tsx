import { expect, test } from 'vitest';
import { renderInApp } from '#tests/support/render-in-app';
import { ShareLinks } from '../../app/(dashboard)/projects/[projectId]/reports/[reportId]/share-links';

const share = {
  id: 'link',
  label: '',
  createdBy: 'ada',
  createdAt: new Date('2025-11-26T08:57:00Z'),
  expiresAt: null,
  pausedAt: null,
  isOneTime: false,
  openedAt: null,
  showsNotes: false,
  allowsDownloads: false,
  embedOrigins: [],
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  hasPassword: false,
};

function getNames(labels: readonly string[]): string[] {
  const shares = labels.map((label) => ({ ...share, id: label, label }));
  const html = renderInApp(<ShareLinks projectId="project" shares={shares} onRevoke={() => undefined} />);
  return [...html.matchAll(/<li[^>]*>.*?<p[^>]*>(.*?)<\/p>/g)].map(([, name = '']) =>
    name.replaceAll(/<[^>]*>/g, ''),
  );
}

test('shows the creation time of a link that has no name', () => {
  expect(getNames(['For the board', ''])).toEqual(['For the board', 'Link from 26 Nov 2025, 08:57']);
});
