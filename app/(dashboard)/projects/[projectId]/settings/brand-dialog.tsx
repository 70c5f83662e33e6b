'use client';

import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { FormDialog } from '#components/ui/form-dialog';
import { useToast } from '#components/ui/toast';
import type { Brand } from '#lib/dashboard/projects/brand';
import { fieldMessage, useAction } from '../../../use-action';
import { saveBrandAction } from '../../actions';
import { BrandFields, brandOf, draftOf, emptyBrand } from '../../brand-fields';

/** Edits a brand, or adds a competitor when there is none to edit. */
export function BrandDialog({ projectId, brand }: { projectId: string; brand?: Brand }) {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(emptyBrand);
  const [seen, setSeen] = useState(brand);
  const save = useAction(saveBrandAction, () => {
    setOpen(false);
    toast({
      title: brand ? 'Saved' : 'Competitor added',
      description: 'Stored answers are being scored again.',
    });
  });
  const openFresh = (next: boolean) => {
    setOpen(next);
    if (next) {
      setDraft(brand ? draftOf(brand) : emptyBrand);
      setSeen(brand);
    }
    save.clear();
  };
  return (
    <FormDialog
      title={brand ? `Edit ${brand.name}` : 'Add a competitor'}
      open={open}
      onOpenChange={openFresh}
      trigger={
        brand ? (
          <Button kind="quiet" size="icon" aria-label={`Edit ${brand.name}`}>
            <Pencil aria-hidden />
          </Button>
        ) : (
          <Button>
            <Plus aria-hidden />
            Add a competitor
          </Button>
        )
      }
      submit="Save"
      onSubmit={() =>
        save.run(projectId, brand?.id, brandOf(draft), fieldMessage(save.problem, 'seen') ? undefined : seen)
      }
      busy={save.busy}
      problem={save.problem?.message}
    >
      <BrandFields
        draft={draft}
        onChange={setDraft}
        problemOf={(field) => fieldMessage(save.problem, field)}
        wordLists
      />
    </FormDialog>
  );
}
