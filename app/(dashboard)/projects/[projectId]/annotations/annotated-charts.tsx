import { Flag, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnnotationsProvider } from '#components/charts/annotations';
import { DeniedButton } from '#components/overlays/denied-button';
import { buildFlags } from '#lib/charts/plot-layout';
import type { Annotation } from '#lib/core/metric';
import { hasPermission } from '#lib/core/permissions';
import { getRole } from '../../../../session';
import type { PageData } from '../load-page';
import { NoteDialog } from './note-dialog';

interface AnnotatedChartsProps {
  page: PageData;
  /** Annotations of the selected period. */
  annotations: readonly Annotation[];
  children: ReactNode;
}

/** Provides annotations to the charts of a page, and dialogs to edit notes if permitted. */
export function AnnotatedCharts({ page, annotations, children }: AnnotatedChartsProps) {
  const { context, project, filters } = page;
  const canEdit = hasPermission(getRole(context), 'projects.edit');
  const notes = annotations.filter((annotation) => annotation.kind === 'note');
  return (
    <AnnotationsProvider
      flags={buildFlags(annotations)}
      addButton={
        canEdit ? (
          <NoteDialog projectId={project.id} day={filters.to} />
        ) : (
          <DeniedButton permission="projects.edit" Icon={Flag} kind="quiet" size="small">
            <span className="max-sm:sr-only">Add note</span>
          </DeniedButton>
        )
      }
      editButtons={Object.fromEntries(
        notes.map(({ id, day, text }) => [
          id,
          canEdit ? (
            <NoteDialog key={id} projectId={project.id} note={{ id, text }} day={day} />
          ) : (
            <DeniedButton
              key={id}
              permission="projects.edit"
              kind="quiet"
              size="icon"
              className="-my-1 size-6"
            >
              <Pencil className="size-3!" aria-hidden />
              <span className="sr-only">Edit note “{text}”</span>
            </DeniedButton>
          ),
        ]),
      )}
    >
      {children}
    </AnnotationsProvider>
  );
}
