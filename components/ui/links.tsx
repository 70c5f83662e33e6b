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

interface ExternalLinkProps {
  url: string;
  children: ReactNode;
}

/** A way to a stranger's page, told nothing of where it was followed; only words where there is no real page. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
  const host = /^https?:/i.test(url) ? (URL.parse(url)?.hostname ?? '') : '';
  // `.example` is reserved and never real (RFC 2606): the fictional market lives there.
  if (host === '' || host === 'example' || host.endsWith('.example')) return children;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="text-accent underline decoration-accent/40 underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </a>
  );
}
