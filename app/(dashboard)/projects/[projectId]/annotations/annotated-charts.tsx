import type { ReactNode } from 'react';
import { AnnotationsProvider } from '#components/charts/annotations';
import { buildFlags } from '#lib/charts/flags';
import type { Annotation } from '#lib/core/annotation';
import { hasPermission } from '#lib/core/permissions';
import { formatEngine } from '#lib/format/labels';
import { getRole } from '../../../../session';
import type { PageData } from '../load-page';
import { NoteDialog } from './note-dialog';

interface AnnotatedProps {
  view: PageData;
  /** Of `listAnnotations`, under the view's filters. */
  annotations: readonly Annotation[];
  children: ReactNode;
}

/** Puts annotations on the time charts of a page, and lets who may write notes on them. */
export function AnnotatedCharts({ view, annotations, children }: AnnotatedProps) {
  const { context, project, filters } = view;
  const mayEdit = hasPermission(getRole(context), 'projects.edit');
  const notes = mayEdit ? annotations.flatMap((one) => (one.kind === 'note' ? [one] : [])) : [];
  return (
    <AnnotationsProvider
      flags={buildFlags(annotations, formatEngine)}
      add={mayEdit ? <NoteDialog projectId={project.id} day={filters.to} /> : null}
      edit={Object.fromEntries(
        notes.map(({ id, day, text }) => [
          id,
          <NoteDialog key={id} projectId={project.id} note={{ id, text }} day={day} />,
        ]),
      )}
    >
      {children}
    </AnnotationsProvider>
  );
}
