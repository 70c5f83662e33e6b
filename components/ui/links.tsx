import { ArrowRight, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { LinkButton } from '#components/ui/button';

interface AnswersLinkProps {
  /** The URL of the answers; without it only the value is shown. */
  href: string | undefined;
  /** The tooltip. */
  title?: string | undefined;
  children: ReactNode;
}

/** A value in a table that links to the answers behind it. */
export function AnswersLink({ href, title = 'View these answers', children }: AnswersLinkProps) {
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

interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'href'> {
  /** If undefined, only the text is shown, for example in a shared report. */
  href: string | undefined;
}

/** A link to a page of the dashboard for users who can open it, and plain text for others. */
export function PageLink({ href, children, ...link }: PageLinkProps) {
  if (href === undefined) return children;
  return (
    <Link href={href} {...link}>
      {children}
    </Link>
  );
}

interface ExternalLinkProps {
  url: string;
  children: ReactNode;
}

/** A link to an external page, without a referrer. Fictional pages are shown as text. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
  const host = /^https?:/i.test(url) ? (URL.parse(url)?.hostname ?? '') : '';
  // The sandbox uses the reserved domain `.example` (RFC 2606).
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

interface PaginationProps {
  /** URL of the first page; null on the first page. */
  newest: string | null;
  /** URL of the next page; null on the last page. */
  older: string | null;
  /** The plural of the listed items, such as "answers". */
  noun: string;
}

/** Links to the first and the next page of a list, newest first. */
export function Pagination({ newest, older, noun }: PaginationProps) {
  if (!newest && !older) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex flex-wrap justify-between gap-2">
      {newest ? (
        <LinkButton Icon={ArrowUp} href={newest}>
          Newest {noun}
        </LinkButton>
      ) : null}
      {older ? (
        <LinkButton className="ml-auto" href={older}>
          Older {noun}
          <ArrowRight aria-hidden />
        </LinkButton>
      ) : null}
    </nav>
  );
}
