import { afterAll, expect, it } from 'vitest';
import { findAmbiguousNames } from '#lib/dashboard/brands/ambiguous-names';
import { createTestProject, startDashboard, withRole } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const context = await dashboard.createContext();
const editor = withRole(context, 'editor');

it('finds brand names that are also places, and returns words to exclude near them', async () => {
  const found = await findAmbiguousNames(editor, {
    names: ['Columbia', ' georgia ', 'Amazon', 'Patagonia', 'Vancouver', 'France'],
  });
  expect(found.map(({ name, meaning }) => `${name}: ${meaning}`)).toEqual([
    'Columbia: place',
    'georgia: place',
    'Amazon: place',
    'Patagonia: place',
    'Vancouver: place',
    'France: place',
  ]);
  expect(found[0]?.excludedContext).toContain('university');
  expect(found[2]?.excludedContext).toContain('river');
});

it('finds brand names that are also common words, and returns no words to exclude', async () => {
  const found = await findAmbiguousNames(editor, { names: ['Orange', 'Apple', 'On', 'Target', 'visa'] });
  expect(found.map(({ meaning }) => meaning)).toEqual(Array(5).fill('common word'));
  expect(found.flatMap(({ excludedContext }) => excludedContext)).toEqual([]);
});

it.each([
  'Three',
  'Free',
  'Go',
  'Current',
  'Progressive',
  'Sky',
  'Indeed',
  'Next',
  'Boots',
  'Virgin',
  'Monday',
  'Shell',
])('finds that %s is an everyday English word', async (name) => {
  const [found] = await findAmbiguousNames(editor, { names: [name] });
  expect(found?.languages).toContain('en');
});

it('finds everyday words of other languages, in a project only those of its prompts', async () => {
  const names = ['Libre', 'Sonne', 'Мир', 'Avanti'];
  const found = await findAmbiguousNames(editor, { names });
  expect(found.map(({ name, languages }) => `${name}: ${languages.slice(0, 1)}`)).toEqual([
    'Libre: fr',
    'Sonne: de',
    'Мир: ru',
    'Avanti: it',
  ]);
  const { id: projectId } = await createTestProject(context);
  expect(await findAmbiguousNames(editor, { names: ['Sonne', 'Orange'], projectId })).toMatchObject([
    { name: 'Orange', languages: expect.arrayContaining(['en']) },
  ]);
});

it('finds nothing in distinctive names', async () => {
  const names = ['Fjordwing', 'Salomon', 'HOKA', 'Nike', 'Columbia Sportswear', 'Apple Inc.', ''];
  expect(await findAmbiguousNames(editor, { names })).toEqual([]);
});

it('rejects viewers and lists that are too long', async () => {
  const viewer = withRole(context, 'viewer');
  await expect(findAmbiguousNames(viewer, { names: ['Columbia'] })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  const names = Array<string>(1_000).fill('Columbia');
  await expect(findAmbiguousNames(editor, { names })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
