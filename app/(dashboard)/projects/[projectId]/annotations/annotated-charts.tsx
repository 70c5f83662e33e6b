import { Flag, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnnotationsProvider } from '#components/charts/annotations';
import { DeniedButton } from '#components/overlays/denied-button';
import { buildFlags } from '#lib/charts/plot-layout';
import type { Annotation } from '#lib/core/metric';
import { explainDenial } from '#lib/core/permissions';
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
  const notes = annotations.filter((annotation) => annotation.kind === 'note');
  return (
    <AnnotationsProvider
      flags={buildFlags(annotations, days)}
      addButton={
        denial === null ? (
          <NoteDialog projectId={project.id} day={filters.to} />
        ) : (
          <DeniedButton reason={denial} Icon={Flag} kind="quiet" size="small">
            <span className="max-sm:sr-only">Add note</span>
          </DeniedButton>
        )
      }
      editButtons={Object.fromEntries(
        notes.map(({ id, day, text }) => [
          id,
          denial === null ? (
            <NoteDialog key={id} projectId={project.id} note={{ id, text }} day={day} />
          ) : (
            <DeniedButton key={id} reason={denial} kind="quiet" size="icon" className="-my-1 size-6">
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
