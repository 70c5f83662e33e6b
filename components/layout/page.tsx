import type { ReactNode } from 'react';
import { ProjectSwitcher } from '#components/layout/project-switcher';

interface PageProps extends PageHeaderProps {
  /** Shown instead of the header with the title. */
  header?: ReactNode;
  /** The filters, in the sticky bar. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A page of the dashboard: sticky bar, header and content. */
export function Page({ title, summary, actions, header, bar, children }: PageProps) {
  return (
    <>
      <header data-print="hide" className="sticky top-0 z-20 border-b bg-page/95 backdrop-blur-sm">
        <div className="mx-auto flex min-h-14 max-w-[1440px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6">
          <ProjectSwitcher />
          {bar}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1440px] px-4 pb-12 outline-none md:px-6">
        {header ?? <PageHeader title={title} summary={summary} actions={actions} />}
        {children}
      </main>
    </>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence that summarizes the data. */
  summary?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 pt-8 pb-6 lg:flex-nowrap">
      <div className="min-w-0 max-w-4xl">
        <h1 className="text-xl font-semibold tracking-[-0.015em] text-balance wrap-break-word">{title}</h1>
        {summary ? <div className="mt-1.5 text-base text-pretty">{summary}</div> : null}
      </div>
      {actions ? (
        <div className="flex shrink-0 flex-wrap items-center gap-2 max-lg:max-w-full print:[&_:is(a,button):not([data-print=show])]:hidden">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
