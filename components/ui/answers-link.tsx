import Link from 'next/link';
import type { ReactNode } from 'react';

interface AnswersLinkProps {
  /** Where the answers behind the figure are; only the figure where there is no such page. */
  href: string | undefined;
  /** What the link says on hover, where the figure counts something else than answers. */
  title?: string | undefined;
  children: ReactNode;
}

/** A figure in a table that opens the answers it was counted over. */
export function AnswersLink({ href, title = 'See these answers', children }: AnswersLinkProps) {
  if (!href) return children;
  return (
    <Link
      href={href}
      prefetch={false}
      title={title}
      className="relative z-[1] inline-block leading-6 decoration-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {children}
    </Link>
  );
}
