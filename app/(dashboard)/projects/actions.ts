'use server';

import { revalidatePath } from 'next/cache';
import { invalidField } from '#lib/core/errors';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import type { BrandInput } from '#lib/dashboard/projects/brand-input';
import { type CreateProjectInput, createProject } from '#lib/dashboard/projects/create-project';
import { deleteProject } from '#lib/dashboard/projects/delete-project';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { type ActionResult, runAction } from '../run-action';

export async function createProjectAction(input: CreateProjectInput): Promise<ActionResult<string>> {
  const result = await runAction(async (context) => (await createProject(context, input)).id);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Parses a CSV of brands for the form. Nothing is stored. */
export async function readBrandsAction(
  csv: string,
): Promise<ActionResult<{ own: BrandInput; competitors: BrandInput[] }>> {
  return runAction(async () => {
    const { own, competitors, problems } = parseBrandsCsv(csv);
    const first = problems[0];
    if (first) throw invalidField(`line ${first.line}`, `Line ${first.line} of the file: ${first.message}`);
    if (!own) throw invalidField('line 1', 'No brand has the role “own”. Set it for your brand.');
    return { own, competitors };
  });
}

/** @param seen the brand as the form showed it; without it, concurrent changes are overwritten */
export async function saveBrandAction(
  projectId: string,
  brandId: string | undefined,
  brand: BrandInput,
  seen?: BrandInput,
): Promise<ActionResult<string>> {
  const result = await runAction(async (context) => {
    const saved = brandId
      ? await updateBrand(context, { projectId, brandId, brand, seen })
      : await addCompetitor(context, { projectId, brand });
    return saved.id;
  });
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}

export async function removeBrandAction(projectId: string, brandId: string): Promise<ActionResult<void>> {
  const result = await runAction((context) => removeBrand(context, { projectId, brandId }));
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}

export async function deleteProjectAction(projectId: string): Promise<ActionResult<void>> {
  const result = await runAction((context) => deleteProject(context, { projectId }));
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
