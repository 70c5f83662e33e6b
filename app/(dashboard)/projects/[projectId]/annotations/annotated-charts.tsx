import type { ReactNode } from 'react';
import { AnnotationsProvider } from '#components/charts/annotations';
import { buildFlags } from '#lib/charts/plot-layout';
import type { Annotation } from '#lib/core/metric';
import { explainDenial } from '#lib/core/permissions';
import { addNote } from '#lib/dashboard/annotations/annotations';
import { listFormFields } from '#lib/operations/form-fields';
import type { PageData } from '../load-page';
import { NoteDialog } from './note-dialog';

interface AnnotatedChartsProps {
  page: PageData;
  /** Annotations of the selected period. */
  annotations: readonly Annotation[];
  /** The days that the chart with the list of annotations shows. */
  days: readonly string[];
  children: ReactNode;
}

/** Provides annotations to the charts of a page, and dialogs to edit notes if permitted. */
export function AnnotatedCharts({ page, annotations, days, children }: AnnotatedChartsProps) {
  const { context, project, filters } = page;
  const denial = explainDenial(context.actor, 'projects.edit');
  const fields = listFormFields(addNote);
  const notes = annotations.filter((annotation) => annotation.kind === 'note');
  return (
    <AnnotationsProvider
      flags={buildFlags(annotations, days)}
      addButton={<NoteDialog projectId={project.id} fields={fields} day={filters.to} denial={denial} />}
      editButtons={Object.fromEntries(
        notes.map(({ id, day, text }) => [
          id,
          <NoteDialog
            key={id}
            projectId={project.id}
            fields={fields}
            note={{ id, text }}
            day={day}
            denial={denial}
          />,
        ]),
      )}
    >
      {children}
    </AnnotationsProvider>
  );
}
