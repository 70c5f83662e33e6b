import Link from 'next/link';
import type { ReactNode } from 'react';

interface AnswersLinkProps {
  /** Where the answers behind the figure are; only the figure where there is no such page. */
  href: string | undefined;
  children: ReactNode;
}

/** A figure in a table that opens the answers it was counted over. */
export function AnswersLink({ href, children }: AnswersLinkProps) {
  if (!href) return children;
  return (
    <Link
      href={href}
      prefetch={false}
      title="See these answers"
      className="relative z-[1] decoration-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {children}
    </Link>
  );
}
