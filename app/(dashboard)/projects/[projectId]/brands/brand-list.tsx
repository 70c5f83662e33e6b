'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import {
  addCompetitorAction,
  deleteProjectAction,
  removeBrandAction,
  updateBrandAction,
} from '#app/(dashboard)/projects/actions.ts';
import { emptyBrand, toBrandDraft, toBrandInput } from '#app/(dashboard)/projects/brand-draft.ts';
import { BrandFields } from '#app/(dashboard)/projects/brand-fields.tsx';
import { BrandPreview } from '#app/(dashboard)/projects/brand-preview.tsx';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { ConfirmButton, FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { BrandSwatch } from '#components/ui/domain';
import { TextField } from '#components/ui/field';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { getBrandColor } from '#lib/charts/chart-spec';
import { formatItems } from '#lib/core/lists';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';
import type { BrandProblem } from '#lib/dashboard/brands/find-brand-problems';
import type { Brand } from '#lib/dashboard/projects/brand';

interface BrandListProps {
  projectId: string;
  brands: readonly Brand[];
  /** What is impossible about brands, by brand ID. */
  problems: readonly BrandProblem[];
  /** Reason why the member can't edit brands; null if they can. */
  denial: string | null;
}

/** The tracked brands, editable if permitted. */
export function BrandList({ projectId, brands, problems, denial }: BrandListProps) {
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
                  words={
                    brand.domains.length > 0
                      ? brand.domains.map(toUnicodeHost)
                      : ['none yet, so citations aren’t counted']
                  }
                />
                <TermList label="Match case" words={brand.matchCase ? ['yes'] : []} />
                <TermList label="Must appear near" words={brand.requiredContext} />
                <TermList label="Must not appear near" words={brand.excludedContext} />
              </dl>
              {problems
                .filter(({ brandId }) => brandId === brand.id)
                .map(({ kind, text }) => (
                  <Notice key={kind} tone="warning">
                    {text}
                  </Notice>
                ))}
            </div>
            <div className="flex gap-1">
              <BrandDialog
                projectId={projectId}
                brand={brand}
                trigger={
                  <Button
                    Icon={Pencil}
                    kind="quiet"
                    size="icon"
                    denial={denial}
                    aria-label={`Edit ${brand.name}`}
                  />
                }
              />
              {brand.role === 'competitor' ? (
                <ConfirmButton
                  label={<Trash2 aria-label={`Remove ${brand.name}`} />}
                  title={`Remove ${brand.name}?`}
                  confirmLabel="Remove competitor"
                  denial={denial}
                  busy={remove.busy}
                  onConfirm={() => remove.run({ projectId, brandId: brand.id })}
                >
                  It disappears from all charts, and share of voice is computed without it. Answers are kept,
                  so you can add it again later.
                </ConfirmButton>
              ) : (
                <span className="size-8" />
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="border-t pt-4">
        <BrandDialog
          projectId={projectId}
          trigger={
            <Button Icon={Plus} denial={denial}>
              Add competitor
            </Button>
          }
        />
      </div>
    </div>
  );
}

function TermList({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-faint">{label}</dt>
      <dd className="min-w-0 break-words">{formatItems(words)}</dd>
    </div>
  );
}

interface BrandDialogProps {
  projectId: string;
  /** Undefined to add a competitor. */
  brand?: Brand;
  /** Name that a new competitor starts with. */
  suggestedName?: string;
  trigger: ReactNode;
}

/** Dialog that adds a competitor or edits a brand, and shows the effect before it is saved. */
export function BrandDialog({ projectId, brand, suggestedName = '', trigger }: BrandDialogProps) {
  const toast = useToast();
  const form = useFormDialog({
    stored: { draft: brand ? toBrandDraft(brand) : { ...emptyBrand, name: suggestedName }, brand },
    save: ({ draft }, original) => {
      const input = { projectId, ...toBrandInput(draft) };
      return brand
        ? updateBrandAction({ ...input, brandId: brand.id, original: original?.brand })
        : addCompetitorAction(input);
    },
    onSaved: () =>
      toast({
        title: brand ? 'Brand saved' : 'Competitor added',
        description: 'Existing answers are being searched again.',
      }),
  });
  return (
    <FormDialog
      {...form.dialog}
      title={brand ? `Edit ${brand.name}` : 'Add competitor'}
      trigger={trigger}
      submitLabel={brand ? 'Save brand' : 'Add competitor'}
    >
      <BrandFields
        projectId={projectId}
        draft={form.values.draft}
        onChange={(draft) => form.change({ draft })}
        getError={form.getError}
      />
      <BrandPreview
        projectId={projectId}
        stored={brand}
        draft={form.values.draft}
        onChange={(draft) => form.change({ draft })}
      />
    </FormDialog>
  );
}

interface DeleteProjectProps {
  projectId: string;
  name: string;
  /** Reason why the member can't delete projects; null if they can. */
  denial: string | null;
}

/** Dialog that deletes the project after its name is typed. */
export function DeleteProject({ projectId, name, denial }: DeleteProjectProps) {
  const router = useRouter();
  const form = useFormDialog({
    stored: { typedName: '' },
    save: () => deleteProjectAction({ projectId }),
    onSaved: () => router.push('/'),
  });
  return (
    <FormDialog
      {...form.dialog}
      title={`Delete ${name}?`}
      description="All prompts, schedules, runs, answers and share links of this project are deleted permanently."
      trigger={
        <Button kind="danger" denial={denial}>
          Delete project
        </Button>
      }
      submitLabel="Delete permanently"
      disabled={form.values.typedName.trim() !== name}
      isDestructive
    >
      <TextField {...form.field('typedName')} label={`Type “${name}” to confirm`} autoComplete="off" />
    </FormDialog>
  );
}
