import { expect, test } from 'vitest';
import { createProject } from '#lib/dashboard/projects/project';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { createOrganization, renameOrganization } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { createUser } from '#lib/service/users/users';
import { openTestDatabase } from '#tests/support/database';
import { createEmail, createOwner, getUserId, password } from '#tests/support/owners';

const db = await openTestDatabase();
const owner = await createOwner(db);
const message =
  'This text contains an invisible character, such as a zero-width space. Type it again instead of pasting it.';

const own = { name: 'Acme' };
const operations: [string, (name: string) => Promise<unknown>][] = [
  ['a user', (name) => createUser(owner, { name, email: createEmail(), password })],
  ['an organization of a user', (name) => createOwnOrganization(owner, { userId: getUserId(owner), name })],
  ['an organization of the operator', (name) => createOrganization(db, { name })],
  ['a renamed organization', (name) => renameOrganization(owner, { name })],
  ['an API key', (name) => createApiKey(owner, { name })],
  ['an invitation', (label) => inviteMember(owner, { role: 'viewer', label })],
  ['a project', (name) => createProject(owner, { name, own })],
  ['a brand', (name) => createProject(owner, { name: 'Acme', own: { name } })],
  ['an alias', (name) => createProject(owner, { name: 'Acme', own: { ...own, aliases: [name] } })],
];

test.each(operations)('refuses the name of %s with invisible characters', async (_, save) => {
  for (const name of ['Ac\u200bme', 'Acme \u202egnp.exe', 'Acme\u{E0041}', 'Ac\u2066me']) {
    await expect(save(name)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message });
  }
});

test.each(operations)('accepts the name of %s with emoji and scripts that need joiners', async (_, save) => {
  for (const name of ['👨\u200d👩\u200d👧', 'می\u200cخواهم']) {
    await expect(save(name)).resolves.not.toThrow();
  }
});

test('imports report the lines with invisible characters', () => {
  expect(parseBrandsCsv('name,aliases\nAc\u200bme,\nTrail,Tr\u202eail\nKayak,').errors).toMatchObject([
    { line: 2, message },
    { line: 3, message },
  ]);
  const { prompts, errors } = parsePromptsCsv(
    'prompt,topic,tags\nWhich?,To\u200bpic,\nWho?,,t\u200eag\nWhat?,Topic,tag',
  );
  expect(prompts).toHaveLength(1);
  expect(errors.map(({ line }) => line)).toEqual([2, 3]);
  expect(errors[0]?.message).toContain('invisible character');
});
