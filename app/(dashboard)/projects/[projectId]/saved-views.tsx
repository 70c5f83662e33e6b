'use client';

import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useId, useState } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useForm } from '#app/(dashboard)/use-form.ts';
import { Popover } from '#components/overlays/popover';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { Link } from '#components/ui/link';
import type { SavedView } from '#lib/dashboard/saved-views/saved-views';
import { labelProjectPage } from '#lib/format/project-pages';
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
  const { form, field } = useForm({
    stored: { name: '' },
    save: ({ name }) => saveViewAction({ projectId, name, page, query }),
    resets: true,
  });
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
            No saved views yet. Save this page with its filters to return to it.
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
      <Form
        {...form}
        className="mt-1 flex flex-col gap-3 border-t pt-3"
        align="stretch"
        denial={denial}
        submitLabel="Save view"
      >
        <TextField
          {...field('name')}
          label="Name"
          required
          maxLength={60}
          placeholder="Japan, last quarter"
        />
      </Form>
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
  const [isRenaming, setRenaming] = useState(false);
  const toast = useToast();
  const restoring = useAction(saveViewAction);
  const { form, field } = useForm({
    stored: { name: view.name },
    save: ({ name }) => renameViewAction({ projectId, viewId: view.id, name }),
    onSaved: () => setRenaming(false),
  });
  const deleting = useAction(deleteViewAction, () =>
    toast({
      title: `View “${view.name}” deleted`,
      undo: () => {
        const { name, page, query } = view;
        restoring.run({ projectId, name, page, query });
      },
    }),
  );
  if (isRenaming) {
    return (
      <li className="px-1 py-1.5">
        <Form {...form} className="flex flex-wrap items-end gap-2" submitLabel="Rename view">
          <TextField {...field('name')} label="New name" required maxLength={60} className="flex-1" />
        </Form>
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
      <Button
        Icon={Pencil}
        denial={denial}
        kind="quiet"
        size="icon"
        aria-label={`Rename “${view.name}”`}
        onClick={() => setRenaming(true)}
      />
      <Button
        Icon={Trash2}
        denial={denial}
        kind="quiet"
        size="icon"
        aria-label={`Delete “${view.name}”`}
        disabled={deleting.busy}
        onClick={() => deleting.run({ projectId, viewId: view.id })}
      />
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
