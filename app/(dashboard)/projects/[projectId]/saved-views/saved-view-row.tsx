'use client';

import { Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { useAction } from '../../../use-action';
import { deleteViewAction, renameViewAction, saveViewAction } from './actions';

interface ViewRowProps {
  projectId: string;
  view: SavedViewItem;
  /** Whether it is the current page. */
  current: boolean;
  /** Whether it is the first one, which receives the focus. */
  first: boolean;
  canEdit: boolean;

  onGo: () => void;
}

/** Saved view with link, rename, and delete with undo. */
export function SavedViewRow({ projectId, view, current, first, canEdit, onGo }: ViewRowProps) {
  const [name, setName] = useState<string | null>(null);
  const toast = useToast();
  const restoring = useAction(saveViewAction);
  const renaming = useAction(renameViewAction, () => setName(null));
  const deleting = useAction(deleteViewAction, () =>
    toast({
      title: `View “${view.name}” deleted`,
      undo: () => restoring.run(projectId, { name: view.name, screen: view.screen, query: view.query }),
    }),
  );
  if (name !== null) {
    return (
      <li className="px-1 py-1.5">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            renaming.run(projectId, view.id, name);
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
            Rename view{' '}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex items-center rounded-md hover:bg-sunken">
      <Link
        href={buildViewUrl(projectId, view)}
        onNavigate={onGo}
        data-first={first || undefined}
        aria-current={current ? 'page' : undefined}
        className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
      >
        <span className="truncate">{view.name}</span>
        <span className="ml-auto shrink-0 text-xs font-normal text-muted first-letter:uppercase">
          {view.screen.replaceAll('-', ' ')}
        </span>
      </Link>
      {canEdit ? (
        <>
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Rename “${view.name}”`}
            onClick={() => setName(view.name)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Delete “${view.name}”`}
            disabled={deleting.busy}
            onClick={() => deleting.run(projectId, view.id)}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      ) : null}
    </li>
  );
}

/** A saved view in the list. */
export interface SavedViewItem {
  id: string;
  name: string;
  screen: string;
  query: string;
}

/** Parameters that are positions in a list and not saved. */

const positionParameters = ['answer', 'before', 'after'];

/** Returns the query string to save. */
export function getViewQuery(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([key]) => !positionParameters.includes(key))).toString();
}

/** Builds the URL of a saved view. */
export function buildViewUrl(
  projectId: string,
  { screen, query }: Pick<SavedViewItem, 'screen' | 'query'>,
): string {
  return `/projects/${projectId}/${screen}${query ? `?${query}` : ''}`;
}
