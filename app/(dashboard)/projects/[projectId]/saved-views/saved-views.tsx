'use client';

import { Bookmark } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useId, useState } from 'react';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { useAction } from '../../../use-action';
import { saveViewAction } from './actions';
import { getViewQuery, type SavedViewItem, SavedViewRow } from './saved-view-row';

interface SavedViewsProps {
  projectId: string;
  views: readonly SavedViewItem[];
  canEdit: boolean;
}

/** Popover that lists saved views and saves the current one. */
export function SavedViews({ projectId, views, canEdit }: SavedViewsProps) {
  const screen = usePathname().split('/')[3] ?? '';
  const query = getViewQuery(useSearchParams());
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const saving = useAction(saveViewAction, () => setName(''));
  const heading = useId();
  if (!canEdit && views.length === 0) return null;
  return (
    <Popover
      label="Saved views"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-80"
      trigger={
        <Button size="small">
          <Bookmark aria-hidden />
          <span className="max-md:sr-only">Views</span>
        </Button>
      }
    >
      <section aria-labelledby={heading}>
        <h3 id={heading} className="text-xs font-medium text-muted">
          Saved views
        </h3>
        {views.length === 0 ? (
          <p className="py-2 text-muted">
            No saved views yet. Save this page with its filters to return to it.
          </p>
        ) : (
          <ul className="-mx-1 max-h-72 overflow-y-auto py-1">
            {views.map((view, index) => (
              <SavedViewRow
                key={view.id}
                projectId={projectId}
                view={view}
                current={view.screen === screen && view.query === query}
                first={index === 0}
                canEdit={canEdit}
                onGo={() => setOpen(false)}
              />
            ))}
          </ul>
        )}
      </section>
      {canEdit ? (
        <form
          className="mt-1 flex flex-col gap-3 border-t pt-3"
          onSubmit={(event) => {
            event.preventDefault();
            saving.run(projectId, { name, screen, query });
          }}
        >
          {saving.problem ? <Notice tone="danger">{saving.problem.message}</Notice> : null}
          <TextField
            label="Name"
            required
            maxLength={60}
            placeholder="Japan, last quarter"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" busy={saving.busy}>
            Save view
          </Button>
        </form>
      ) : null}
    </Popover>
  );
}
