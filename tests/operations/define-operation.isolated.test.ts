import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { shownOrganizationHeader } from '#components/layout/shown-organization';
import { OperationFields, readEnteredValues } from '#components/ui/operation-fields';
import { createOperationCommand } from '#lib/cli/operation-commands';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import { createOperatorContext } from '#lib/db/context';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { formFields, listFormFields } from '#lib/operations/form-fields';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { createSessionCookie } from '#tests/security/test-app';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner, getUserId } from '#tests/support/owners';
import { createAction } from '../../app/(dashboard)/create-action';

const request = vi.hoisted(() => ({ cookies: new Map<string, { value: string }>(), headers: new Headers() }));
// Next.js provides them only to its own server.
vi.mock('next/headers', () => ({
  cookies: async () => request.cookies,
  headers: async () => request.headers,
}));

const db = await openTestDatabase();
processState.databases = { system: db, restricted: db };

/** Defines an operation whose input has these fields, and which returns it. Nothing else depends on the fields. */
const defineNoteOperation = <Shape extends z.ZodRawShape>(
  shape: Shape,
  output: z.ZodObject = z.object({ text: z.string() }),
) =>
  defineOperation({
    name: 'notes.test',
    title: 'Test a note',
    description: 'Records a note.',
    permission: 'projects.edit',
    effect: 'write',
    input: z.object({ text: z.string().min(1, 'Enter a text.'), ...shape }),
    output,
    audit: ['note.created'],
    async run(context, input) {
      await context.audit({ target: 'A note', after: input });
      return Object.fromEntries(Object.entries(input));
    },
  });

const before = defineNoteOperation({});
const after = defineNoteOperation({
  dayCount: z
    .int('Enter a whole number.')
    .describe('Days it lasts.')
    .register(formFields, { label: 'Days', hint: 'How long it lasts.' }),
});

test('a field that is added to an operation appears in the input of its server action and in the audit log', async () => {
  const owner = await createOwner(db);
  const cookie = await createSessionCookie(db, getUserId(owner));
  request.cookies.set(cookie.name, cookie);
  request.headers.set(shownOrganizationHeader, owner.organizationId);
  const [withoutField, withField] = [createAction(before), createAction(after)];
  expectTypeOf(withoutField).parameter(0).toEqualTypeOf<{ text: string }>();
  expectTypeOf(withField).parameter(0).toEqualTypeOf<{ text: string; dayCount: number }>();

  expect(await withoutField({ text: 'A' })).toEqual({ ok: true, value: { text: 'A' } });
  expect(await withField({ text: 'B', dayCount: 3 })).toEqual({
    ok: true,
    value: { text: 'B', dayCount: 3 },
  });
  expect(await withField({ text: 'C', dayCount: 0.5 })).toEqual({
    ok: false,
    message: 'Enter a whole number.',
    fields: [{ field: 'dayCount', message: 'Enter a whole number.' }],
  });
  expect((await listAuditLog(owner, { action: 'note.created' })).entries).toMatchObject([
    { target: 'A note', after: { text: 'B', dayCount: 3 } },
    { target: 'A note', after: { text: 'A' } },
  ]);
});

test('it appears in the command, its usage and its help', async () => {
  const { organizationId } = await createOwner(db);
  const [withoutField, withField] = [createOperationCommand(before), createOperationCommand(after)];
  expect(withoutField.usage).toBe('notes test --org ORG_ID --text TEXT');
  expect(withField.usage).toBe('notes test --org ORG_ID --text TEXT --day-count N');
  expect(withField.details).toEqual(['Records a note.', '--day-count: Days it lasts.']);

  const instance = { db, clock: systemClock };
  const run = (...args: string[]) =>
    withField.run(instance, ['--org', organizationId, '--text', 'A', ...args]);
  expect(await run('--day-count', '3')).toEqual({ result: { text: 'A', dayCount: 3 } });
  await expect(run()).rejects.toThrow('--day-count is missing.');
  await expect(run('--day-count', 'three')).rejects.toThrow('--day-count must be JSON, not "three".');
  await expect(run('--day-count', '0.5')).rejects.toThrow('--day-count: Enter a whole number.');
  const context = createOperatorContext(instance, organizationId);
  expect((await listAuditLog(context, { action: 'note.created' })).entries).toMatchObject([
    { actorKind: 'operator', after: { dayCount: 3 } },
  ]);
});

test('it appears in the form, and what is entered there becomes the input', () => {
  expect(listFormFields(before)).toEqual([]);
  const fields = listFormFields(after);
  const values = { text: 'A', dayCount: '1,204' };
  const render = (getError?: (name: string) => string) =>
    renderToStaticMarkup(createElement(OperationFields, { fields, values, onChange: () => {}, getError }));
  expect(render()).toMatch(/<label[^>]*>Days<\/label><input[^>]*required=""[^>]*value="1,204"/);
  expect(render()).toContain('How long it lasts.');
  expect(render((name) => `${name} is wrong.`)).toMatch(/role="alert"[^>]*>dayCount is wrong\.</);
  expect(readEnteredValues(fields, values)).toEqual({ dayCount: 1204 });
  expect(readEnteredValues(fields, { dayCount: ' ' })).toEqual({ dayCount: null });
  expect(readEnteredValues(fields, { dayCount: '12.5' })).toEqual({ dayCount: Number.NaN });
});

test('it is checked after the permission, and nothing is stored if the operation fails', async () => {
  const owner = await createOwner(db);
  const viewer = await createMember(owner, 'viewer');
  await expect(after(viewer, { text: '', dayCount: 0.5 })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  await expect(after(owner, { text: '', dayCount: 0.5 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'text' }, { field: 'dayCount' }],
  });
  const failing = defineOperation({
    ...after.definition,
    audit: ['note.created'],
    limits: [],
    async run(context) {
      await context.audit({ target: 'Rolled back' });
      throw new Error('Failed after the entry.');
    },
  });
  await expect(failing(owner, { text: 'A', dayCount: 1 })).rejects.toThrow('Failed after the entry.');
  expect((await listAuditLog(owner, { action: 'note.created' })).entries).toEqual([]);
});

test('a limit whose subject is read first is in the help, and counted only if it is declared', async () => {
  const owner = await createOwner(db);
  const resend = defineOperation({
    name: 'notes.resend',
    title: 'Resend a note',
    description: 'Sends a note again.',
    permission: 'projects.edit',
    effect: 'write',
    input: z.object({ note: z.string(), limit: z.enum(['test-event', 'resend-delivery']) }),
    limits: [{ name: 'test-event', per: 'recipient' }],
    unaudited: 'It changes nothing.',
    run: (context, { note, limit }) => context.countCall(limit, `recipient of ${note}`),
  });
  expect(createOperationCommand(resend).details).toContain('Limit: 10 calls per recipient in 1 minute.');
  const call = (note: string) => resend(owner, { note, limit: 'test-event' });
  for (let calls = 0; calls < 10; calls += 1) await call('A');
  await expect(call('A')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await call('B');
  await expect(resend(owner, { note: 'C', limit: 'resend-delivery' })).rejects.toThrow(
    'The operation declares no limit resend-delivery without a subject.',
  );
});

test('a field that is added to the output must be in every result, or nothing is stored', async () => {
  const owner = await createOwner(db);
  const output = z.object({ text: z.string(), words: z.number() });
  await expect(defineNoteOperation({}, output)(owner, { text: 'A' })).rejects.toThrow('words');
  expect((await listAuditLog(owner, { action: 'note.created' })).entries).toEqual([]);
  const complete = defineNoteOperation({ words: z.number() }, output);
  expect(await complete(owner, { text: 'A', words: 1 })).toEqual({ text: 'A', words: 1 });
});

test('a limit counts the calls that succeed per subject, and is in the help with the cost', async () => {
  const limited = defineOperation({
    name: 'notes.limited',
    title: 'Do nothing',
    description: 'Does nothing.',
    permission: 'projects.edit',
    effect: 'spend',
    cost: 'Each call costs a credit.',
    input: z.object({ fails: z.boolean() }),
    unaudited: 'It changes nothing.',
    limits: [{ name: 'test-event', per: 'organization', getSubject: ({ organizationId }) => organizationId }],
    async run(_context, { fails }) {
      if (fails) throw new Error('Failed.');
    },
  });
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  await expect(limited(owner, { fails: true })).rejects.toThrow('Failed.');
  for (let call = 0; call < 10; call += 1) await limited(owner, { fails: false });
  await expect(limited(owner, { fails: false })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await limited(other, { fails: false });
  expect(createOperationCommand(limited).details).toEqual([
    'Does nothing.',
    'Each call costs a credit.',
    'Limit: 10 calls per organization in 1 minute.',
  ]);
});

test('an operation for members rejects every other actor', async () => {
  const getOwnId = defineOperation({
    name: 'members.get-own-id',
    title: 'Get the own ID',
    description: 'Returns the ID of the acting member.',
    permission: 'organization.read',
    actors: ['member'],
    effect: 'read',
    input: noInput,
    output: z.string(),
    run: async ({ actor }) => actor.userId,
  });
  const owner = await createOwner(db);
  expect(await getOwnId(owner)).toBe(getUserId(owner));
  const operator = createOperatorContext(owner, owner.organizationId);
  await expect(getOwnId(operator)).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
    message: 'Only members can do this.',
  });
});

test('an operation on an account needs no organization, and a success resets its limit of guesses', async () => {
  const guess = defineAccountOperation({
    name: 'account.guess',
    title: 'Guess',
    description: 'Fails unless the guess is right.',
    permission: 'account.edit',
    effect: 'write',
    input: z.object({ word: z.string('Enter a word.') }),
    output: z.object({ userId: z.string() }),
    unaudited: 'It changes nothing.',
    limits: [
      {
        name: 'password-change',
        per: 'user',
        getSubject: ({ actor }) => actor.userId,
        isResetOnSuccess: true,
      },
    ],
    async run({ actor }, { word }) {
      if (word !== 'right') throw new Error('Wrong.');
      return { userId: actor.userId };
    },
  });
  const userId = getUserId(await createOwner(db));
  const actor = { kind: 'member', userId, role: 'viewer' } as const;
  const user = { db, clock: systemClock, actor };
  const fail = async (times: number) => {
    for (let call = 0; call < times; call += 1) {
      await expect(guess(user, { word: 'wrong' })).rejects.toThrow('Wrong.');
    }
  };
  await fail(9);
  expect(await guess(user, { word: 'right' })).toEqual({ userId });
  await fail(10);
  await expect(guess(user, { word: 'right' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await expect(guess({ ...user, actor: { kind: 'operator' } }, { word: 'right' })).rejects.toThrow(
    'Only members can do this.',
  );
});
