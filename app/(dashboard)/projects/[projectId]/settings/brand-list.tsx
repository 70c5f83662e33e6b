'use client';

import { Trash2 } from 'lucide-react';
import { Chip } from '#components/ui/chip';
import { ConfirmButton } from '#components/ui/confirm-button';
import { Notice } from '#components/ui/notice';
import { Swatch } from '#components/ui/swatch';
import { useToast } from '#components/ui/toast';
import { brandColour } from '#lib/charts/brand-colour';
import type { Brand } from '#lib/dashboard/projects/brand';
import { useAction } from '../../../use-action';
import { removeBrandAction } from '../../actions';
import { BrandDialog } from './brand-dialog';

interface BrandListProps {
  projectId: string;
  brands: readonly Brand[];
  mayEdit: boolean;
}

/** The tracked brands with what counts as theirs. */
export function BrandList({ projectId, brands, mayEdit }: BrandListProps) {
  const toast = useToast();
  const remove = useAction(removeBrandAction, () => {
    // The row goes, and with it the button that had the focus.
    document.getElementById('content')?.focus({ preventScroll: true });
    toast({ title: 'Competitor removed', description: 'Stored answers are being scored again.' });
  });
  return (
    <div className="flex flex-col pb-8">
      {remove.problem ? <Notice tone="danger">{remove.problem.message}</Notice> : null}
      <ul>
        {brands.map((brand) => (
          <li key={brand.id} className="flex items-start gap-4 border-t py-4">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2.5 font-semibold">
                <Swatch colour={brandColour(brand.hue)} />
                {brand.name} {brand.role === 'own' ? <Chip tone="accent">Your brand</Chip> : null}
              </p>
              <dl className="mt-1 flex flex-col gap-0.5 text-muted">
                <Words label="Also" words={brand.aliases} />
                <Words
                  label="Domains"
                  words={
                    brand.domains.length > 0 ? brand.domains : ['none yet: its citations are not counted']
                  }
                />
                <Words label="Must stand near" words={brand.near} />
                <Words label="Never near" words={brand.neverNear} />
              </dl>
            </div>
            {mayEdit ? (
              <div className="flex gap-1">
                <BrandDialog projectId={projectId} brand={brand} />
                {brand.role === 'competitor' ? (
                  <ConfirmButton
                    label={<Trash2 aria-label={`Remove ${brand.name}`} />}
                    title={`Remove ${brand.name}?`}
                    confirm="Remove the competitor"
                    busy={remove.busy}
                    onConfirm={() => remove.run(projectId, brand.id)}
                  >
                    Its figures go from every chart, and share of voice is counted without it. Answers stay,
                    so it can be added again and all of them are scored again.
                  </ConfirmButton>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div className="border-t pt-4">
          <BrandDialog projectId={projectId} />
        </div>
      ) : null}
    </div>
  );
}

function Words({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-faint">{label}</dt>
      <dd className="min-w-0 break-words">{words.join(', ')}</dd>
    </div>
  );
}
