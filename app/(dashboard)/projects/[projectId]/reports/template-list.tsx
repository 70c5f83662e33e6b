'use client';

import { useId } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { DeniableFields } from '#components/ui/form';
import { ErrorNotice } from '#components/ui/notice';
import type { TemplateKey } from '#lib/dashboard/reports/templates';
import { createReportAction } from './actions';

interface TemplateListProps {
  projectId: string;
  templates: readonly { key: TemplateKey; name: string; description: string }[];
  /** Reason why the member can't create reports; null if they can. */
  denial: string | null;
}

/** The report templates. Choosing one creates a report and opens it. */
export function TemplateList({ projectId, templates, denial }: TemplateListProps) {
  const noteId = useId();
  const { run, busy, problem } = useAction(createReportAction);
  return (
    <section aria-label="Templates" className="border-t pt-5">
      <h2 className="text-base font-semibold">Start from a template</h2>
      <p id={noteId} className="mb-4 text-xs text-muted">
        {denial ?? 'You can change every part of the report afterwards.'}
      </p>
      <ErrorNotice problem={problem} className="mb-4" />
      <DeniableFields denial={denial}>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {templates.map(({ key, name, description }) => (
            <li key={key} className="flex">
              <button
                type="button"
                disabled={busy}
                aria-describedby={noteId}
                onClick={() => run({ projectId, template: key })}
                className="flex flex-1 flex-col gap-1 rounded-lg border bg-surface p-4 text-left transition-colors duration-150 hover:border-control hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:border-hairline disabled:hover:bg-surface"
              >
                <span className="font-medium">{name}</span>
                <span className="text-muted">{description}</span>
              </button>
            </li>
          ))}
        </ul>
      </DeniableFields>
    </section>
  );
}
