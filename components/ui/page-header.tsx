import type { ReactNode } from 'react';

interface PageHeaderProps {
  /** The question the screen answers, in plain words. */
  title: ReactNode;
  /** The one-sentence answer, of real figures. */
  answer?: ReactNode;
  actions?: ReactNode;
}

/** The question leads, its answer follows, actions stand beside. */
export function PageHeader({ title, answer, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 pt-8 pb-6 lg:flex-nowrap">
      <div className="min-w-0 max-w-4xl">
        <h1 className="text-xl font-semibold tracking-[-0.015em] text-balance">{title}</h1>
        {answer ? <div className="mt-1.5 text-base text-pretty">{answer}</div> : null}
      </div>
      {actions ? (
        <div className="flex shrink-0 flex-wrap items-center gap-2 max-lg:max-w-full print:[&_:is(a,button):not([data-print=show])]:hidden">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
