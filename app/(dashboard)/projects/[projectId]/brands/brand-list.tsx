'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { BrandSwatch } from '#components/ui/domain';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { Brand } from '#lib/dashboard/projects/brand';
import { getFieldMessage, useAction, useFormDialog } from '../../../use-action';
import { deleteProjectAction, removeBrandAction, saveBrandAction } from '../../actions';
import { emptyBrand, toBrandDraft, toBrandInput } from '../../brand-draft';
import { BrandFields } from '../../brand-fields';
import { BrandPreview } from './brand-preview';

interface BrandListProps {
  projectId: string;
  brands: readonly Brand[];
  /** Reason why the member can't edit brands; null if they can. */
  denial: string | null;
}

/** The tracked brands, editable if permitted. */
export function BrandList({ projectId, brands, denial }: BrandListProps) {
  const toast = useToast();
  const remove = useAction(removeBrandAction, () => {
    // The focused button is removed together with its row.
    document.getElementById('content')?.focus({ preventScroll: true });
    toast({ title: 'Competitor removed', description: 'Metrics are being updated.' });
  });
  return (
    <div className="flex flex-col pb-8">
      <ErrorNotice problem={remove.problem} />
      <ul>
        {brands.map((brand) => (
          <li key={brand.id} className="flex items-start gap-4 border-t py-4">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2.5 font-semibold">
                <BrandSwatch color={getBrandColor(brand.colorIndex)} />
                {brand.name} {brand.role === 'own' ? <Chip tone="accent">Your brand</Chip> : null}
              </p>
              <dl className="mt-1 flex flex-col gap-0.5 text-muted">
                <TermList label="Aliases" words={brand.aliases} />
                <TermList
                  label="Domains"
                  words={brand.domains.length > 0 ? brand.domains : ['none yet, so citations aren’t counted']}
                />
                <TermList label="Match case" words={brand.matchCase ? ['yes'] : []} />
                <TermList label="Must appear near" words={brand.requiredContext} />
                <TermList label="Must not appear near" words={brand.excludedContext} />
              </dl>
            </div>
            {denial === null ? (
              <div className="flex gap-1">
                <BrandDialog projectId={projectId} brand={brand} />
                {brand.role === 'competitor' ? (
                  <ConfirmButton
                    label={<Trash2 aria-label={`Remove ${brand.name}`} />}
                    title={`Remove ${brand.name}?`}
                    confirmLabel="Remove competitor"
                    busy={remove.busy}
                    onConfirm={() => remove.run({ projectId, brandId: brand.id })}
                  >
                    It disappears from all charts, and share of voice is computed without it. Answers are
                    kept, so you can add it again later.
                  </ConfirmButton>
                ) : (
                  <span className="size-8" />
                )}
              </div>
            ) : (
              <div className="flex gap-1">
                <DeniedButton reason={denial} kind="quiet" size="icon">
                  <Pencil aria-label={`Edit ${brand.name}`} />
                </DeniedButton>
                {brand.role === 'competitor' ? (
                  <DeniedButton reason={denial} kind="quiet" size="icon">
                    <Trash2 aria-label={`Remove ${brand.name}`} />
                  </DeniedButton>
                ) : (
                  <span className="size-8" />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="border-t pt-4">
        {denial === null ? (
          <BrandDialog projectId={projectId} />
        ) : (
          <DeniedButton reason={denial} Icon={Plus}>
            Add competitor
          </DeniedButton>
        )}
      </div>
    </div>
  );
}

function TermList({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-faint">{label}</dt>
      <dd className="min-w-0 break-words">{words.join(', ')}</dd>
    </div>
  );
}

interface BrandDialogProps {
  projectId: string;
  /** Undefined to add a competitor. */
  brand?: Brand;
  /** Name that a new competitor starts with. */
  suggestedName?: string;
  trigger?: ReactNode;
}

/** Dialog that adds a competitor or edits a brand, and shows the effect before it is saved. */
export function BrandDialog({ projectId, brand, suggestedName = '', trigger }: BrandDialogProps) {
  const toast = useToast();
  const save = useAction(saveBrandAction, () => {
    form.close();
    toast({
      title: brand ? 'Brand saved' : 'Competitor added',
      description: 'Existing answers are being searched again.',
    });
  });
  const initial = brand ? toBrandDraft(brand) : { ...emptyBrand, name: suggestedName };
  const form = useFormDialog({ draft: initial, brand }, [save]);
  return (
    <FormDialog
      {...form.dialog}
      title={brand ? `Edit ${brand.name}` : 'Add competitor'}
      trigger={
        trigger ??
        (brand ? (
          <Button Icon={Pencil} kind="quiet" size="icon" aria-label={`Edit ${brand.name}`} />
        ) : (
          <Button Icon={Plus}>Add competitor</Button>
        ))
      }
      submitLabel={brand ? 'Save brand' : 'Add competitor'}
      onSubmit={() =>
        save.run({
          projectId,
          brandId: brand?.id,
          brand: toBrandInput(form.values.draft),
          original: form.original?.brand,
        })
      }
    >
      <BrandFields
        draft={form.values.draft}
        onChange={(draft) => form.change({ draft })}
        getError={(field) => getFieldMessage(save.problem, field)}
      />
      <BrandPreview projectId={projectId} stored={brand} draft={form.values.draft} />
    </FormDialog>
  );
}

/** Dialog that deletes the project after its name is typed. */
export function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const router = useRouter();
  const remove = useAction(deleteProjectAction, () => router.push('/'));
  const form = useFormDialog({ typedName: '' }, [remove]);
  return (
    <FormDialog
      {...form.dialog}
      title={`Delete ${name}?`}
      description="All prompts, schedules, runs, answers and share links of this project are deleted permanently."
      trigger={<Button kind="danger">Delete project</Button>}
      submitLabel="Delete permanently"
      onSubmit={() => remove.run({ projectId })}
      disabled={form.values.typedName.trim() !== name}
      isDestructive
    >
      <TextField {...form.field('typedName')} label={`Type “${name}” to confirm`} autoComplete="off" />
    </FormDialog>
  );
}
