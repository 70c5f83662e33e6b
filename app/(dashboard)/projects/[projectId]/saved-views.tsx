'use client';

import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useId, useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { Popover } from '#components/overlays/popover';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ErrorNotice } from '#components/ui/notice';
import type { SavedView } from '#lib/dashboard/saved-views/saved-views';
import { labelProjectPage } from '#lib/format/labels';
import { useAction } from '../../use-action';
import { deleteViewAction, renameViewAction, saveViewAction } from './actions';

interface SavedViewsProps {
  projectId: string;
  views: readonly SavedView[];
  /** Reason why the member can't edit saved views; null if they can. */
  denial: string | null;
}

/** Popover that lists saved views and saves the current one. */
export function SavedViews({ projectId, views, denial }: SavedViewsProps) {
  const page = usePathname().split('/')[3] ?? '';
  const query = getViewQuery(useSearchParams());
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const saving = useAction(saveViewAction, () => setName(''));
  const heading = useId();
  return (
    <Popover
      label="Saved views"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-80"
      trigger={
        <Button Icon={Bookmark} size="small">
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
            No saved views yet.{denial === null ? ' Save this page with its filters to return to it.' : ''}
          </p>
        ) : (
          <ul className="-mx-1 max-h-72 overflow-y-auto py-1">
            {views.map((view, index) => (
              <SavedViewRow
                key={view.id}
                projectId={projectId}
                view={view}
                isCurrent={view.page === page && view.query === query}
                isFirst={index === 0}
                denial={denial}
                onNavigate={() => setOpen(false)}
              />
            ))}
          </ul>
        )}
      </section>
      {denial === null ? (
        <form
          className="mt-1 flex flex-col gap-3 border-t pt-3"
          onSubmit={(event) => {
            event.preventDefault();
            saving.run({ projectId, view: { name, page, query } });
          }}
        >
          <ErrorNotice problem={saving.problem} />
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
      ) : (
        <div className="mt-1 flex flex-col border-t pt-3">
          <DeniedButton reason={denial}>Save view</DeniedButton>
        </div>
      )}
    </Popover>
  );
}

interface SavedViewRowProps {
  projectId: string;
  view: SavedView;
  isCurrent: boolean;
  /** The first row receives focus when the list opens. */
  isFirst: boolean;
  /** Reason why the member can't edit saved views; null if they can. */
  denial: string | null;
  onNavigate: () => void;
}

function SavedViewRow({ projectId, view, isCurrent, isFirst, denial, onNavigate }: SavedViewRowProps) {
  const [name, setName] = useState<string | null>(null);
  const toast = useToast();
  const restoring = useAction(saveViewAction);
  const renaming = useAction(renameViewAction, () => setName(null));
  const deleting = useAction(deleteViewAction, () =>
    toast({
      title: `View “${view.name}” deleted`,
      undo: () => restoring.run({ projectId, view }),
    }),
  );
  if (name !== null) {
    return (
      <li className="px-1 py-1.5">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            renaming.run({ projectId, viewId: view.id, name });
          }}
        >
          <TextField
            label="New name"
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={renaming.problem?.message}
            className="flex-1"
          />
          <Button type="submit" busy={renaming.busy}>
            Rename view
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex items-center rounded-md hover:bg-sunken">
      <Link
        href={buildViewUrl(projectId, view)}
        onNavigate={onNavigate}
        data-first={isFirst || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
      >
        <span className="truncate">{view.name}</span>
        <span className="ml-auto shrink-0 text-xs font-normal text-muted">{labelProjectPage(view.page)}</span>
      </Link>
      {denial === null ? (
        <>
          <Button
            Icon={Pencil}
            kind="quiet"
            size="icon"
            aria-label={`Rename “${view.name}”`}
            onClick={() => setName(view.name)}
          />
          <Button
            Icon={Trash2}
            kind="quiet"
            size="icon"
            aria-label={`Delete “${view.name}”`}
            disabled={deleting.busy}
            onClick={() => deleting.run({ projectId, viewId: view.id })}
          />
        </>
      ) : (
        <>
          <DeniedButton reason={denial} Icon={Pencil} kind="quiet" size="icon">
            <span className="sr-only">Rename “{view.name}”</span>
          </DeniedButton>
          <DeniedButton reason={denial} Icon={Trash2} kind="quiet" size="icon">
            <span className="sr-only">Delete “{view.name}”</span>
          </DeniedButton>
        </>
      )}
    </li>
  );
}

/** URL parameters that are not saved: the open answer and the position in a list. */
const unsavedParameters = ['answer', 'before', 'after'];

function getViewQuery(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([key]) => !unsavedParameters.includes(key))).toString();
}

function buildViewUrl(projectId: string, { page, query }: Pick<SavedView, 'page' | 'query'>): string {
  return `/projects/${projectId}/${page}${query ? `?${query}` : ''}`;
}
