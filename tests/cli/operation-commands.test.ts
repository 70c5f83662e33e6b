import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#lib/core/time';
import { createProject } from '#lib/dashboard/projects/project';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import { type Context, createOperatorContext } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { auditLog } from '#lib/db/schema/organizations';
import { type AnyOperation, operations } from '#lib/registry/operations';
import { createOrganization } from '#lib/service/organizations/organizations';
import { createDatabase } from '#tests/support/database';
import { createCli } from './run-cli';

const database = await createDatabase();
const db = openDatabase(database.url);
const { runCli, runJson } = createCli(database.url);
let context: Context;
let projectId: string;
let target: string[];

beforeAll(async () => {
  const { id } = await createOrganization(db, { name: 'Acme' });
  context = createOperatorContext({ db, clock: systemClock }, id);
  ({ id: projectId } = await createProject(context, { name: 'Boots', own: { name: 'Acme' } }));
  target = ['--org', id, '--project-id', projectId];
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** Runs a command, which must return an object with an ID. */
async function runForId(...words: string[]): Promise<string> {
  return z.object({ result: z.object({ id: z.guid() }) }).parse(await runJson(...words)).result.id;
}

const listEntries = (action: string) =>
  db
    .select()
    .from(auditLog)
    .where(hasValues(auditLog, { organizationId: context.organizationId, action }));

describe('commands of operations', () => {
  test('add and edit a note, with entries in the audit log', async () => {
    const id = await runForId('notes', 'add', ...target, '--day', '2026-03-02', '--text', 'Launch');
    expect(await listEntries('note.created')).toMatchObject([
      {
        actorKind: 'operator',
        target: 'Launch',
        targetId: id,
        after: { day: '2026-03-02', inProject: 'Boots' },
      },
    ]);
    const edited = ['--note-id', id, '--day', '2026-03-03', '--text', 'Relaunch'];
    expect(await runJson('notes', 'edit', ...target, ...edited)).toEqual({ result: null });
    const { rows } = await db.$client.query('SELECT day::text AS day, text FROM annotations WHERE id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ day: '2026-03-03', text: 'Relaunch' }]);
    expect(await listEntries('note.changed')).toMatchObject([
      { target: 'Relaunch', before: { day: '2026-03-02', text: 'Launch' }, after: { text: 'Relaunch' } },
    ]);
  });

  test('read other fields than texts as JSON', async () => {
    const day = '2026-04-01';
    const id = await runForId('notes', 'add', ...target, '--day', day, '--text', 'First');
    const edit = ['notes', 'edit', ...target, '--note-id', id, '--day', day, '--text', 'Second'];
    await runJson(...edit, '--original', JSON.stringify({ day, text: 'First' }));
    const { code, stderr } = await runCli(...edit, '--original', JSON.stringify({ day, text: 'First' }));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^--original: [^\n]+\n$/);
  });

  test('save a view, also one without filters, and replace it under the same name', async () => {
    const save = ['views', 'save', ...target, '--name', 'Sources', '--page', 'sources', '--query'];
    const id = await runForId(...save, '');
    expect(await runForId(...save, 'days=7')).toBe(id);
    expect(await listViews(context, { projectId })).toEqual([
      { id, name: 'Sources', page: 'sources', query: 'days=7' },
    ]);
    expect(await listEntries('saved-view.created')).toMatchObject([{ target: 'Sources', targetId: id }]);
    expect(await listEntries('saved-view.changed')).toHaveLength(1);
  });

  const missingId = '00000000-0000-4000-8000-000000000000';
  const note = ['notes', 'add', '--org', 'ORG', '--project-id', 'PROJECT'];
  test.each([
    [['notes', 'add', '--org', 'ORG'], '--project-id is missing. Usage: notes add --org ORG_ID --project-id'],
    [[...note, '--day', '2026-03-02'], '--text is missing. Usage: notes add'],
    [[...note, '--day', 'soon', '--text', 'Launch'], '--day: Choose a day.'],
    [[...note, '--day', '2026-03-02', '--text', ''], '--text: Describe what happened.'],
    [[...note, '--day', '2026-03-02', '--text', 'Launch', '--topic', 'x'], '"--topic" is not an option'],
    [['notes', 'delete', ...note.slice(2), '--note-id', missingId], 'Note not found.'],
    [['notes', 'add', '--org', 'mine'], '--org must be an ID as printed by "org list"'],
    [['classifier', 'disable', '--org', missingId], `There is no organization ${missingId}.`],
    [
      ['organization', 'set-second-factor', '--org', 'ORG', '--is-required', 'yes'],
      '--is-required must be JSON, not "yes".',
    ],
    [
      ['organization', 'set-second-factor', '--org', 'ORG', '--is-required', '"yes"'],
      '--is-required: Choose whether a second factor is required.',
    ],
    [
      ['api-keys', 'create', '--org', 'ORG', '--name', 'CI', '--expires-at', 'soon'],
      '--expires-at: Enter the',
    ],
  ])('%j fails with a one-line error', async (words, line) => {
    const ids: Record<string, string> = { ORG: context.organizationId, PROJECT: projectId };
    const { code, stdout, stderr } = await runCli(...words.map((word) => ids[word] ?? word));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(line);
  });

  test('read times as texts', async () => {
    const create = ['api-keys', 'create', '--org', context.organizationId, '--name', 'CI'];
    expect(await runJson(...create, '--expires-at', '2099-01-01T00:00:00+01:00')).toMatchObject({
      result: { name: 'CI', secret: expect.stringMatching(/^ask_/), expiresAt: '2098-12-31T23:00:00.000Z' },
    });
  });

  test('are listed once each in the help, without those that only members can call', async () => {
    const { stdout } = await runCli('--help');
    const listed = [...stdout.matchAll(/^ {2}(\S.*?)(?= -| \[|$)/gm)].map(([, name]) => name);
    const all: readonly AnyOperation[] = Object.values(operations);
    for (const { definition } of all) {
      const name = definition.name.replace('.', ' ');
      expect(
        listed.filter((other) => other === name),
        name,
      ).toHaveLength(definition.actors ? 0 : 1);
    }
    expect(operations.leaveOrganization.definition.actors).toEqual(['member']);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('are explained in their own help, and listed in that of their group', async () => {
    const { stdout } = await runCli('notes', 'add', '--help');
    expect(stdout).toContain('  notes add --org ORG_ID --project-id TEXT --day TEXT --text TEXT\n');
    expect(stdout).toContain(operations.addNote.definition.description);
    expect(stdout).toContain('--day: The day it happened: YYYY-MM-DD.');
    const group = (await runCli('notes', '--help')).stdout;
    expect(group).toContain('  notes edit');
    expect(group).not.toContain('  views save');
  });
});
