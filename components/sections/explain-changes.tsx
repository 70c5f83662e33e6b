'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Popover } from '#components/overlays/popover';
import type { ExplanationLoader, ExplanationRequest } from '#components/sections/explanation-panel';
import { LoadFailed } from '#components/ui/notice';
import type { ChangeTarget } from '#lib/dashboard/analytics/explanations/explain-change';
import type { ChangeUnit } from '#lib/format/format-change';

const ExplanationPanel = loadOnFirstInteraction(
  async () => (await import('#components/sections/explanation-panel')).ExplanationPanel,
  LoadFailed,
);

interface ExplainChangesProps extends Omit<ExplanationRequest, 'target'> {
  load: ExplanationLoader;
  children: ReactNode;
}

const ExplainContext = createContext<Omit<ExplainChangesProps, 'children'> | null>(null);

/** Lets the changes in `children` open their explanations. */
export function ExplainChanges({ children, ...value }: ExplainChangesProps) {
  return <ExplainContext value={value}>{children}</ExplainContext>;
}

interface ExplainPopoverProps {
  /** The metric that changed. */
  metric: ChangeTarget;
  unit: ChangeUnit | undefined;
  align: 'start' | 'end';
  /** The label of the change. */
  children: ReactNode;
}

/** A label that opens the explanation of its change, if the page explains changes. */
export function ExplainPopover({ metric, unit, align, children }: ExplainPopoverProps) {
  const context = useContext(ExplainContext);
  if (!context) return children;
  const { load, projectId, query } = context;
  return (
    <Popover
      label="Why it changed"
      align={align}
      className="w-96 max-w-[calc(100vw-1.5rem)]"
      trigger={
        <button
          type="button"
          className="relative z-[1] inline-flex min-h-6 items-center rounded-md decoration-accent underline-offset-4 hover:underline"
        >
          {children}
          <span className="sr-only">: explain</span>
        </button>
      }
    >
      <ExplanationPanel load={load} request={{ projectId, query, target: metric }} unit={unit} />
    </Popover>
  );
}
