'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { ErrorNotice } from '#components/ui/notice';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import { saveReportAction } from '../actions';

/** The report being edited. */
export interface EditedReport {
  projectId: string;
  reportId: string;
  /** Number of the saved version. Saving fails if somebody else has saved a later one. */
  revision: number;
  name: string;
  /** The filters as a query string. */
  filters: string;
  blocks: readonly ReportBlock[];
}

interface Editor {
  report: EditedReport;
  busy: boolean;
  /** Saves a change, which the page then shows. */
  change(part: Partial<Pick<EditedReport, 'name' | 'filters' | 'blocks'>>): void;
}

const EditorContext = createContext<Editor | null>(null);

/** Returns the editor of the page; null on a page that only shows the report. */
export function useEditor(): Editor | null {
  return useContext(EditorContext);
}

/** Lets its descendants change a report. Each change is saved immediately, and the page shows its result. */
export function EditorProvider({ report, children }: { report: EditedReport; children: ReactNode }) {
  const { run, busy, problem } = useAction(saveReportAction);
  const editor = useMemo<Editor>(
    () => ({
      report,
      busy,
      change(part) {
        const { projectId, reportId, revision, name, filters, blocks } = { ...report, ...part };
        run({ projectId, reportId, revision, name, filters, blocks: [...blocks] });
      },
    }),
    [report, busy, run],
  );
  return (
    <EditorContext value={editor}>
      <ErrorNotice problem={problem} className="mb-4" />
      {children}
    </EditorContext>
  );
}

/** Creates the ID of a new block, unique within the report. */
export function createBlockId(kind: string, blocks: readonly Pick<ReportBlock, 'id'>[]): string {
  const ids = new Set(blocks.map(({ id }) => id));
  let number = 1;
  while (ids.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
