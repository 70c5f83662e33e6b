import { afterAll, describe, expect, test } from 'vitest';
import { ServiceError } from '#lib/core/errors';
import { getProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { createReportFromTemplate } from '#lib/dashboard/reports/create-report';
import { getReport, listReports } from '#lib/dashboard/reports/reports';
import { editShare, type ShareEdit } from '#lib/dashboard/shares/edit-share';
import { createBrowserCookie } from '#lib/dashboard/shares/known-browsers';
import { openShare, unlockShare } from '#lib/dashboard/shares/open-share';
import { countView } from '#lib/dashboard/shares/share-visitors';
import {
  createShare,
  listShares,
  maxPasswordLength,
  pauseShare,
  resumeShare,
  revokeShare,
} from '#lib/dashboard/shares/shares';
import { createTestProject, startDashboard } from '#tests/support/dashboard';
import { openUnlocked, shareOverview } from '#tests/support/reports';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const errorWithCode = (code: string) => expect.objectContaining({ code });
const visitor = '192.0.2.7';

describe('share links', () => {
  test('give read access to one report until they are revoked', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const { id, token, reportId } = await shareOverview(context, { projectId, filters: 'engine=gen' });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await listShares(context, { projectId, reportId })).toMatchObject([{ id, viewCount: 0 }]);

    const opened = await openUnlocked(context, { token });
    expect(opened).toMatchObject({ projectId, reportId });
    expect(await getProject(opened.context, { projectId })).toMatchObject({ id: projectId });
    expect(await getReport(opened.context, { projectId, reportId })).toMatchObject({ filters: 'engine=gen' });
    const other = await createReportFromTemplate(context, { projectId, template: 'executive' });
    await expect(getReport(opened.context, { projectId, reportId: other.id })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    expect(await listReports(opened.context, { projectId })).toEqual([]);
    const forbidden = errorWithCode('INSUFFICIENT_PERMISSIONS');
    await expect(addPrompts(opened.context, { projectId, prompts: [{ text: 'X' }] })).rejects.toEqual(
      forbidden,
    );
    await expect(listShares(opened.context, { projectId, reportId })).rejects.toEqual(forbidden);

    await expect(revokeShare(await dashboard.createContext(), { projectId, shareId: id })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    await revokeShare(context, { projectId, shareId: id });
    await revokeShare(context, { projectId, shareId: id });
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await openShare(context, { token: `${token}x` })).toBe(undefined);
    expect(await listShares(context, { projectId, reportId })).toEqual([]);
  });

  test('use the same report if the overview is shared again with the same filters', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const first = await shareOverview(context, { projectId, filters: 'days=7' });
    const second = await shareOverview(context, { projectId, filters: 'days=7' });
    const other = await shareOverview(context, { projectId });
    expect(second.reportId).toBe(first.reportId);
    expect(other.reportId).not.toBe(first.reportId);
  });

  test('require their password, and limit the guesses of each visitor', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const password = 'Käse und Brot';
    await expect(shareOverview(context, { projectId, password: 'answerscope-1' })).rejects.toMatchObject({
      fields: [{ field: 'password', message: 'Use a password that doesn’t contain “Answerscope”.' }],
    });
    const { id, token, reportId } = await shareOverview(context, { projectId, password });
    const { rows } = await dashboard.db.$client.query('SELECT * FROM shares WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(await listShares(context, { projectId, reportId })).toMatchObject([{ id, hasPassword: true }]);
    const locked = { state: 'locked', hasPassword: true, isOneTime: false };
    expect(await openShare(context, { token })).toEqual(locked);
    expect(await openShare(context, { token, proof: token })).toEqual(locked);
    const unlock = (guess: string, from = visitor) =>
      unlockShare(context, { token, password: guess, visitor: from });
    const proof = await unlock(password.normalize('NFD'));
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    const other = await shareOverview(context, { projectId, password });
    expect(await openShare(context, { token: other.token, proof })).toEqual(locked);

    const guesses = await Promise.allSettled(Array.from({ length: 14 }, () => unlock('wrong')));
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(codes.filter((errorCode) => errorCode === 'VALIDATION_ERROR')).toHaveLength(10);
    expect(codes.filter((errorCode) => errorCode === 'RATE_LIMIT_EXCEEDED')).toHaveLength(4);
    await expect(unlock(password)).rejects.toEqual(errorWithCode('RATE_LIMIT_EXCEEDED'));
    // The limit affects neither other visitors nor other links.
    expect(await unlock(password, '198.51.100.9')).toBe(proof);
    await unlockShare(context, { token: other.token, password, visitor });
    expect(await openShare(context, { token, proof })).toMatchObject({ projectId });
    now = new Date('2026-03-01T12:16:00Z');
    expect(await unlock(password)).toBe(proof);
    for (const invalidPassword of ['short', 'x'.repeat(maxPasswordLength + 1)]) {
      await expect(createShare(context, { projectId, reportId, password: invalidPassword })).rejects.toEqual(
        errorWithCode('VALIDATION_ERROR'),
      );
    }
    // Hashing a text of 50 MB would keep a thread busy for a second.
    const start = process.cpuUsage();
    await expect(unlock('x'.repeat(50_000_000))).rejects.toEqual(errorWithCode('VALIDATION_ERROR'));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
  });

  test('slow down guesses from many networks, but lock out neither new viewers nor browsers that opened them before', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const password = 'cheese and bread';
    const { token } = await shareOverview(context, { projectId, password });
    const secret = 'a key';
    const unlock = (guess: string, from: string, cookie?: string) =>
      unlockShare(context, { token, password: guess, visitor: from, browser: { cookie, secret } });
    const tryGuess = (from: string, cookie?: string) =>
      unlock('wrong', from, cookie).catch((error: unknown) =>
        error instanceof ServiceError ? error.code : error,
      );
    const proof = await unlock(password, visitor);
    const known = createBrowserCookie({ secret, proof });

    const networks = Array.from({ length: 20 }, (_, index) => `198.51.100.${index}`);
    const codes: unknown[] = [];
    for (const from of networks.flatMap((network) => Array(10).fill(network)))
      codes.push(await tryGuess(from));
    // Ten networks made ten guesses each; then each further network had one.
    expect(codes.filter((code) => code === 'VALIDATION_ERROR')).toHaveLength(100 + 10);
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(90);

    // A new viewer still has a guess, and a known browser ten, from any network.
    expect(await unlock(password, '203.0.113.50')).toBe(proof);
    const knownCodes = await Promise.all(Array.from({ length: 12 }, () => tryGuess('198.51.100.1', known)));
    expect(knownCodes.filter((code) => code === 'VALIDATION_ERROR')).toHaveLength(10);
    expect(await tryGuess('203.0.113.60', known)).toBe('RATE_LIMIT_EXCEEDED');
    const otherKnown = createBrowserCookie({ secret, proof });
    expect(await tryGuess('198.51.100.1', otherKnown)).toBe('VALIDATION_ERROR');
    expect(await unlock(password, '198.51.100.1', otherKnown)).toBe(proof);
    // Forged cookies make no browser known.
    for (const forged of ['', 'id', `id.${proof}`, createBrowserCookie({ secret: 'other', proof })]) {
      expect(await tryGuess('198.51.100.1', forged)).toBe('RATE_LIMIT_EXCEEDED');
    }
    now = new Date('2026-03-01T12:16:00Z');
    expect(await tryGuess('198.51.100.1')).toBe('VALIDATION_ERROR');
  });

  test('stop working after they expire and while they are paused', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const { id, token, reportId } = await shareOverview(context, { projectId, lifetimeDays: 7 });
    await pauseShare(context, { projectId, shareId: id });
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await listShares(context, { projectId, reportId })).toMatchObject([{ pausedAt: now }]);
    await resumeShare(context, { projectId, shareId: id });
    now = new Date('2026-03-08T11:59:59Z');
    expect(await openShare(context, { token })).toMatchObject({ projectId });
    expect(await listShares(context, { projectId, reportId })).toHaveLength(1);
    now = new Date('2026-03-08T12:00:01Z');
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await listShares(context, { projectId, reportId })).toEqual([]);
  });

  test('can be edited without changing their URL: name, expiry, password, downloads and sites', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const password = 'cheese and bread';
    const { id: shareId, token, reportId } = await shareOverview(context, { projectId, password });
    const edit = (changes: ShareEdit) => editShare(context, { projectId, shareId, ...changes });
    const proof = await unlockShare(context, { token, password, visitor });

    await edit({ label: 'Board', allowsDownloads: true, lifetimeDays: 7 });
    const expiresAt = new Date('2026-03-08T12:00:00Z');
    expect(await listShares(context, { projectId, reportId })).toMatchObject([
      { label: 'Board', allowsDownloads: true, expiresAt, hasPassword: true, showsNotes: false },
    ]);
    expect(await openShare(context, { token, proof })).toMatchObject({ allowsDownloads: true });

    // The proof of the old password no longer opens the link.
    await edit({ password: 'bread and cheese' });
    expect(await openShare(context, { token, proof })).toMatchObject({ state: 'locked' });
    const embedOrigins = ['https://intranet.example'];
    await expect(edit({ embedOrigins })).rejects.toEqual(errorWithCode('VALIDATION_ERROR'));
    await edit({ password: null, embedOrigins });
    expect(await openShare(context, { token })).toMatchObject({ state: 'open' });
    await expect(edit({ password })).rejects.toEqual(errorWithCode('VALIDATION_ERROR'));
    expect(await listShares(context, { projectId, reportId })).toMatchObject([
      { expiresAt, hasPassword: false, embedOrigins },
    ]);

    const other = await dashboard.createContext();
    await expect(editShare(other, { projectId, shareId, label: 'Stolen' })).rejects.toEqual(
      errorWithCode('RESOURCE_NOT_FOUND'),
    );
    now = new Date('2026-03-08T12:00:01Z');
    await expect(edit({ lifetimeDays: null })).rejects.toEqual(errorWithCode('RESOURCE_NOT_FOUND'));
    const oneTime = await shareOverview(context, { projectId, isOneTime: true });
    await expect(editShare(context, { projectId, shareId: oneTime.id, embedOrigins })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );
  });

  test('that are one-time show the report for a day, only in the browser that opened them first', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const { token } = await shareOverview(context, { projectId, isOneTime: true });
    // Programs that fetch previews do not use up the link.
    expect(await openShare(context, { token })).toMatchObject({ state: 'locked', hasPassword: false });
    const unlocks = await Promise.allSettled(
      Array.from({ length: 5 }, () => unlockShare(context, { token, password: '', visitor })),
    );
    const [proof, ...others] = unlocks.flatMap((unlock) =>
      unlock.status === 'fulfilled' ? [unlock.value] : [],
    );
    expect(others).toEqual([]);
    expect(await openShare(context, { token, proof })).toMatchObject({ state: 'open' });
    expect(await openShare(context, { token })).toBe(undefined);
    expect(await openShare(context, { token, proof: `${proof}x` })).toBe(undefined);
    now = new Date('2026-03-02T12:00:01Z');
    expect(await openShare(context, { token, proof })).toBe(undefined);
  });

  test('count at most one view per visitor in 30 minutes, and none by programs that fetch previews', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const context = await dashboard.createContext({ now: () => now });
    const { id: projectId } = await createTestProject(context);
    const { token, reportId } = await shareOverview(context, { projectId });
    const opened = await openUnlocked(context, { token });
    const recordView = (from: string, userAgent = 'Mozilla/5.0') =>
      countView(opened.context, { shareId: opened.shareId, visitor: from }, userAgent);
    const first = now;
    await recordView(visitor);
    await recordView(visitor);
    await recordView('203.0.113.1', 'Slackbot-LinkExpanding 1.0');
    expect(await listShares(context, { projectId, reportId })).toMatchObject([{ viewCount: 1 }]);
    await recordView('198.51.100.9');
    now = new Date('2026-03-01T12:31:00Z');
    await recordView(visitor);
    expect(await listShares(context, { projectId, reportId })).toMatchObject([
      { viewCount: 3, firstViewedAt: first, lastViewedAt: now },
    ]);
  });

  test('accept origins that may embed them, but not with a password', async () => {
    const context = await dashboard.createContext();
    const { id: projectId } = await createTestProject(context);
    const embedOrigins = ['intranet.example', 'https://wiki.example:8443/'];
    const { reportId } = await shareOverview(context, { projectId, embedOrigins });
    expect(await listShares(context, { projectId, reportId })).toMatchObject([
      { embedOrigins: ['https://intranet.example', 'https://wiki.example:8443'] },
    ]);
    for (const invalidShare of [
      { embedOrigins: ['https://wiki.example/page'] },
      { embedOrigins: ["https://x.example; script-src 'unsafe-inline'"] },
      { embedOrigins: ['javascript:alert(1)'] },
      { embedOrigins: ['https://*'] },
      { embedOrigins, password: 'cheese and bread' },
      { embedOrigins, isOneTime: true },
    ]) {
      await expect(createShare(context, { projectId, reportId, ...invalidShare })).rejects.toEqual(
        errorWithCode('VALIDATION_ERROR'),
      );
    }
  });
});
