import { afterAll, expect, test } from 'vitest';
import { findShare, openShare } from '#lib/dashboard/shares/open-share';
import { pauseShare } from '#lib/dashboard/shares/shares';
import { runInRequest } from '#lib/web/request-state';
import { createTestProject, startDashboard } from '#tests/support/dashboard';
import { shareOverview } from '#tests/support/reports';
import { observeShareLookups } from '#tests/support/share-lookups';

const dashboard = await startDashboard();
const lookups = await observeShareLookups(dashboard.adminUrl);
afterAll(async () => {
  await lookups.stop();
  await dashboard.stop();
});

test('a link that the web process has looked up for a request is not looked up again, but any other is', async () => {
  const context = await dashboard.createContext();
  const { id: projectId } = await createTestProject(context);
  const { id: shareId, token } = await shareOverview(context, { projectId });
  const other = await shareOverview(context, { projectId });
  const found = await findShare(context, token);
  expect(await lookups.count()).toBe(1);

  await runInRequest({ share: { token, found } }, async () => {
    const opened = await openShare(context, { token });
    expect(opened).toMatchObject({ state: 'open', context: { actor: { kind: 'share', shareId } } });
    await openShare(context, { token });
    expect(await lookups.count()).toBe(1);
    expect(await openShare(context, { token: other.token })).toMatchObject({ shareId: other.id });
    expect(await lookups.count()).toBe(2);
  });
  expect(await openShare(context, { token })).toMatchObject({ state: 'open' });
  expect(await lookups.count()).toBe(3);

  await pauseShare(context, { projectId, shareId });
  const paused = await findShare(context, token);
  expect(await runInRequest({ share: { token, found: paused } }, () => openShare(context, { token }))).toBe(
    undefined,
  );
  expect(await openShare(context, { token })).toBe(undefined);
});
