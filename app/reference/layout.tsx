import type { ReactNode } from 'react';
import { Logo } from '#components/layout/logo';
import { Link } from '#components/ui/link';
import { ThemeToggle } from '#components/ui/theme-toggle';
import { listReferenceGroups } from '#lib/contract/openapi/reference';
import { ReferenceNav } from './reference-nav';

/** The public API reference: a header that leads back to Answerscope, the list of endpoints, and a page. */
export default function ReferenceLayout({ children }: { children: ReactNode }) {
  const groups = listReferenceGroups();
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-page/95 backdrop-blur-sm">
        <div className="mx-auto flex min-h-14 max-w-[1440px] items-center justify-between gap-4 px-4 md:px-6">
          <Link href="/" className="flex items-center gap-2.5 text-base font-semibold tracking-[-0.01em]">
            <Logo />
            Answerscope
          </Link>
          <ThemeToggle />
        </div>
      </header>
      <div className="mx-auto max-w-[1440px] gap-10 px-4 md:px-6 lg:grid lg:grid-cols-[280px_minmax(0,1fr)]">
        <aside className="hidden lg:block">
          <div className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto pt-8 pb-12">
            <ReferenceNav groups={groups} />
          </div>
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 pb-16 outline-none">
          <details className="mt-4 rounded-lg border px-4 py-2 lg:hidden">
            <summary className="cursor-pointer py-1 font-medium">Endpoints</summary>
            <div className="py-3">
              <ReferenceNav groups={groups} />
            </div>
          </details>
          {children}
        </main>
      </div>
    </>
  );
}
