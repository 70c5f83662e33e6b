import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#lib/core/permissions';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { createProject, deleteProject, getProject, listProjects } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { createReportFromTemplate } from '#lib/dashboard/reports/create-report';
import { createShare } from '#lib/dashboard/shares/shares';
import { createTestProject, startDashboard, withRole } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const errorWithCode = (code: string) => expect.objectContaining({ code });

describe('projects', () => {
  test('have brands with normalized domains and distinct colors', async () => {
    const context = await dashboard.createContext();
    const project = await createTestProject(context);
    expect(project.own).toMatchObject({ role: 'own', colorIndex: 0, domains: ['fjordwing.example'] });
    expect(
      project.competitors.map(({ name, colorIndex, domains }) => ({ name, colorIndex, domains })),
    ).toEqual([
      { name: 'Paddlemoor', colorIndex: 1, domains: ['paddlemoor.example'] },
      { name: 'Otterline', colorIndex: 2, domains: ['otterline.example', 'shop.otter.example'] },
    ]);
    expect(await listProjects(context)).toEqual([project]);
  });

  test('give a freed color to the next competitor', async () => {
    const context = await dashboard.createContext();
    const { id: projectId, competitors } = await createTestProject(context);
    await removeBrand(context, { projectId, brandId: competitors[0]?.id ?? '' });
    expect(await addCompetitor(context, { projectId, name: 'Reedrunner' })).toMatchObject({
      colorIndex: 1,
    });
  });

  test('reject removal of the project’s own brand, and duplicate brand names regardless of case', async () => {
    const context = await dashboard.createContext();
    const { id: projectId, own, competitors } = await createTestProject(context);
    const duplicateName = { code: 'VALIDATION_ERROR', fields: [expect.objectContaining({ field: 'name' })] };
    await expect(addCompetitor(context, { projectId, name: 'FJORDWING' })).rejects.toMatchObject(
      duplicateName,
    );
    const brandId = competitors[0]?.id ?? '';
    await expect(updateBrand(context, { projectId, brandId, name: 'otterline' })).rejects.toMatchObject(
      duplicateName,
    );
    await expect(removeBrand(context, { projectId, brandId: own.id })).rejects.toEqual(
      errorWithCode('VALIDATION_ERROR'),
    );
    await expect(
      createProject(context, { name: 'x', own: { name: 'A' }, competitors: [{ name: 'a' }] }),
    ).rejects.toMatchObject({ fields: [expect.objectContaining({ field: 'competitors.0.name' })] });
    expect(await listProjects(context)).toHaveLength(1);
  });

  test('reject a stale edit of a brand unless forced', async () => {
    const context = await dashboard.createContext();
    const { id: projectId, own: original } = await createTestProject(context);
    const brandKey = { projectId, brandId: original.id };
    const first = await updateBrand(context, {
      ...brandKey,
      original,
      name: 'Fjordwing',
      aliases: ['FW'],
    });
    const brand = { name: 'Fjordwing', aliases: ['Fjord'] };
    await expect(updateBrand(context, { ...brandKey, original, ...brand })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'original' })],
    });
    expect((await getProject(context, { projectId })).own).toEqual(first);
    expect(await updateBrand(context, { ...brandKey, original: first, ...brand })).toMatchObject(brand);
    expect(await updateBrand(context, { ...brandKey, name: 'Fjordwing' })).toMatchObject({
      aliases: [],
    });
  });

  test.each([
    ['a missing name', { name: ' ' }, 'own.name'],
    ['an invalid domain', { name: 'A', domains: ['example.com', 'not a domain'] }, 'own.domains.1'],
    ['an IP address', { name: 'A', domains: ['127.0.0.1'] }, 'own.domains.0'],
    ['a NUL character', { name: 'A\u0000' }, 'own.name'],
  ])('reject %s and report the field', async (_, own, field) => {
    const context = await dashboard.createContext();
    await expect(createProject(context, { name: 'P', own })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [expect.objectContaining({ field })],
    });
  });

  test('are not found by other organizations', async () => {
    const owner = await dashboard.createContext();
    const project = await createTestProject(owner);
    const other = await dashboard.createContext();
    const projectId = project.id;
    const missing = errorWithCode('RESOURCE_NOT_FOUND');
    await expect(getProject(other, { projectId })).rejects.toEqual(missing);
    await expect(deleteProject(other, { projectId })).rejects.toEqual(missing);
    await expect(addCompetitor(other, { projectId, name: 'X' })).rejects.toEqual(missing);
    await expect(addPrompts(other, { projectId, prompts: [{ text: 'X' }] })).rejects.toEqual(missing);
    const { id: reportId } = await createReportFromTemplate(owner, { projectId, template: 'executive' });
    await expect(createReportFromTemplate(other, { projectId, template: 'executive' })).rejects.toEqual(
      missing,
    );
    await expect(createShare(other, { projectId, reportId })).rejects.toEqual(missing);
    expect(await listPrompts(other, { projectId })).toEqual([]);
  });

  test.each<[Role, boolean, boolean]>([
    ['viewer', false, false],
    ['editor', true, false],
    ['admin', true, true],
    ['owner', true, true],
  ])(
    'can be edited and deleted according to the role (%s, edit: %s, delete: %s)',
    async (role, canEdit, canDelete) => {
      const context = await dashboard.createContext();
      const { id: projectId } = await createTestProject(context);
      const forbidden = errorWithCode('INSUFFICIENT_PERMISSIONS');
      const edit = addCompetitor(withRole(context, role), { projectId, name: 'X' });
      if (canEdit) await edit;
      else await expect(edit).rejects.toEqual(forbidden);
      const removal = deleteProject(withRole(context, role), { projectId });
      if (canDelete) await removal;
      else await expect(removal).rejects.toEqual(forbidden);
      expect(await listProjects(withRole(context, role))).toHaveLength(canDelete ? 0 : 1);
    },
  );
});
