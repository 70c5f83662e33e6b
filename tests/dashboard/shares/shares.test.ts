import { afterAll, describe, expect, test } from 'vitest';
import { getProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { openShare, unlockShare } from '#lib/dashboard/shares/open-share';
import { createShare, listShares, maxPasswordLength, revokeShare } from '#lib/dashboard/shares/shares';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const errorWithCode = (code: string) => expect.objectContaining({ code });

describe('share links', () => {
  test('give read access to one project until they are revoked', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const { id, token } = await createShare(context, { projectId, filters: 'engine=gen' });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await listShares(context, { projectId })).toMatchObject([{ id, filters: 'engine=gen' }]);
    await expect(createShare(context, { projectId, filters: 'tag=\0' })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );

    const openedShare = await openShare(context, { token });
    if (!openedShare || openedShare === 'locked') throw new Error('The link does not open.');
    expect(openedShare).toMatchObject({ projectId, filters: 'engine=gen' });
    expect(await getProject(openedShare.context, { projectId })).toMatchObject({ id: projectId });
    const forbidden = errorWithCode('INSUFFICIENT_PERMISSIONS');
    await expect(addPrompts(openedShare.context, { projectId, prompts: [{ text: 'X' }] })).rejects.toEqual(
      forbidden,
    );
    await expect(listShares(openedShare.context, { projectId })).rejects.toEqual(forbidden);

    await expect(revokeShare(await dashboard.createContext(), { projectId, shareId: id })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    await revokeShare(context, { projectId, shareId: id });
    await revokeShare(context, { projectId, shareId: id });
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await openShare(context, { token: `${token}x` })).toBe(undefined);
    expect(await listShares(context, { projectId })).toEqual([]);
  });

  test('require their password and limit guesses', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const password = 'Käse und Brot';
    const { id, token } = await createShare(context, { projectId, password });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(await listShares(context, { projectId })).toMatchObject([{ id, hasPassword: true }]);
    expect(await openShare(context, { token })).toBe('locked');
    expect(await openShare(context, { token, proof: token })).toBe('locked');
    const proof = await unlockShare(context, { token, password: password.normalize('NFD') });
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    const other = await createShare(context, { projectId, password });
    expect(await openShare(context, { token: other.token, proof })).toBe('locked');

    const guesses = await Promise.allSettled(
      Array.from({ length: 14 }, () => unlockShare(context, { token, password: 'wrong' })),
    );
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(codes.filter((errorCode) => errorCode === 'VALIDATION_ERROR')).toHaveLength(10);
    expect(codes.filter((errorCode) => errorCode === 'RATE_LIMIT_EXCEEDED')).toHaveLength(4);
    await expect(unlockShare(context, { token, password })).rejects.toEqual(
      errorWithCode('RATE_LIMIT_EXCEEDED'),
    );
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    now = new Date('2026-03-01T12:16:00Z');
    expect(await unlockShare(context, { token, password })).toBe(proof);
    for (const refused of ['short', 'x'.repeat(maxPasswordLength + 1)]) {
      await expect(createShare(context, { projectId, password: refused })).rejects.toEqual(
        errorWithCode('VALIDATION_ERROR'),
      );
    }
    // Hashing a text of 50 MB would keep a thread busy for a second.
    const start = process.cpuUsage();
    const guess = unlockShare(context, { token, password: 'x'.repeat(50_000_000) });
    await expect(guess).rejects.toEqual(errorWithCode('VALIDATION_ERROR'));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
  });

  test('stop working after they expire', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const { token } = await createShare(context, { projectId, lifetimeDays: 7 });
    now = new Date('2026-03-08T11:59:59Z');
    expect(await openShare(context, { token })).toMatchObject({ projectId });
    expect(await listShares(context, { projectId })).toHaveLength(1);
    now = new Date('2026-03-08T12:00:01Z');
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await listShares(context, { projectId })).toEqual([]);
  });
});
