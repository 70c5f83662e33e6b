'use client';

import { ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
  useTransition,
} from 'react';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { isExampleHost } from '#lib/core/host-name';
import { keepChanges } from '#lib/format/answer-links';

interface NavigationOptions {
  navigate?: 'push' | 'replace';
  scroll?: boolean;
}

interface UrlQuery {
  pathname: string;
  /** The query string of the page that is shown. */
  shown: string;
  /** The query string with the changes whose data is still loading. */
  query: string;
  isPending: boolean;
  /**
   * Changes parameters and loads the page, with lists from their first page. Adds an entry to the browser's history
   * unless `navigate` is `replace`.
   */
  change(values: Readonly<Record<string, readonly string[]>>, options?: NavigationOptions): void;
  /** Changes parameters that the server doesn't need, without loading the page or adding an entry to the history. */
  changeWithoutLoading(values: Readonly<Record<string, readonly string[]>>): void;
  /** Opens a URL of the same page. */
  open(href: string, options?: NavigationOptions): void;
}

const UrlQueryContext = createContext<UrlQuery | null>(null);

/**
 * Returns the query string of the URL, which stores the filters so that a copied link shows the same view, and functions
 * that change it. A change is shown immediately, keeps changes that are still loading, and reaches the URL once the page
 * has loaded its data.
 */
export function useUrlQuery(): UrlQuery {
  const state = useContext(UrlQueryContext);
  if (!state) throw new Error('useUrlQuery needs a UrlQueryProvider.');
  return state;
}

/** A list with other filters starts at its first page. */
const firstPage = { before: [], page: [] };

/** Provides `useUrlQuery` to the pages of the dashboard. */
export function UrlQueryProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const pathname = usePathname();
  const shown = useSearchParams().toString();
  const [isPending, startLoading] = useTransition();
  const [query, setQuery] = useOptimistic(shown);
  const latest = useRef(query);
  /** The history method of the navigation in progress; null without one. If it is `push`, a navigation that supersedes it also pushes. */
  const loading = useRef<'push' | 'replace'>(null);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  useEffect(() => {
    if (!isPending) loading.current = null;
  }, [isPending]);
  const actions = useMemo(() => {
    const load = (next: string, { navigate = 'push', scroll = false }: NavigationOptions = {}) => {
      latest.current = next;
      loading.current = loading.current === 'push' ? 'push' : navigate;
      const method = loading.current;
      startLoading(() => {
        setQuery(next);
        router[method](buildUrl(pathname, next), { scroll });
      });
    };
    return {
      change: (values: Readonly<Record<string, readonly string[]>>, options?: NavigationOptions) =>
        load(setParameters(latest.current, { ...firstPage, ...values }), options),
      changeWithoutLoading: (values: Readonly<Record<string, readonly string[]>>) => {
        const next = setParameters(latest.current, values);
        // Replacing the URL would discard the navigation that is loading.
        if (loading.current) return load(next, { navigate: loading.current });
        latest.current = next;
        startTransition(() => {
          setQuery(next);
          window.history.replaceState(null, '', buildUrl(pathname, next));
        });
      },
      open: (href: string, options?: NavigationOptions) => load(href.split('?')[1] ?? '', options),
    };
  }, [router, pathname, setQuery]);
  const state = useMemo(
    () => ({ pathname, shown, query, isPending, ...actions }),
    [pathname, shown, query, isPending, actions],
  );
  return <UrlQueryContext value={state}>{children}</UrlQueryContext>;
}

function setParameters(query: string, values: Readonly<Record<string, readonly string[]>>): string {
  const parameters = new URLSearchParams(query);
  for (const [key, entries] of Object.entries(values)) {
    parameters.delete(key);
    for (const entry of entries) parameters.append(key, entry);
  }
  return parameters.toString();
}

function buildUrl(pathname: string, query: string): string {
  return query === '' ? pathname : `${pathname}?${query}`;
}

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
    <PageLink
      href={href}
      prefetch={false}
      title={title}
      className="relative z-[1] inline-block leading-6 decoration-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {children}
    </PageLink>
  );
}

interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'href'> {
  /** If undefined, only the text is shown, for example in a shared report. */
  href: string | undefined;
}

/**
 * A link to a page of the dashboard for users who can open it, and plain text for others. It keeps changes of the
 * filters whose data is still loading.
 */
export function PageLink({ href, children, ...link }: PageLinkProps) {
  const latest = useLatestLink(href ?? '', link.scroll);
  if (href === undefined) return children;
  return (
    <Link {...link} {...latest}>
      {children}
    </Link>
  );
}

/** A `PageLink` that looks like a button. */
export function PageLinkButton({ href, ...link }: ComponentProps<typeof LinkButton> & { href: string }) {
  return <LinkButton {...link} {...useLatestLink(href, link.scroll)} />;
}

/** Adds changes that are still loading to a link that was built from the query of the page that is shown. */
function useLatestLink(
  href: string,
  scroll: boolean | null = true,
): Pick<ComponentProps<typeof Link>, 'href' | 'onNavigate'> {
  const url = useContext(UrlQueryContext);
  if (!url) return { href };
  const { pathname, shown, query, open } = url;
  const isSamePage = href.split('?')[0] === pathname;
  const latest = query === shown ? href : keepChanges(href, { shown, query, isSamePage });
  if (!isSamePage) return { href: latest };
  return {
    href: latest,
    onNavigate: (event) => {
      event.preventDefault();
      open(latest, { scroll: scroll ?? true });
    },
  };
}

interface ExternalLinkProps {
  url: string;
  children: ReactNode;
}

/** A link to an external page, without a referrer. Fictional pages are shown as text. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
  const host = /^https?:/i.test(url) ? (URL.parse(url)?.hostname ?? '') : '';
  if (host === '' || isExampleHost(host)) return children;
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
        <PageLinkButton Icon={ArrowUp} href={newest}>
          Newest {noun}
        </PageLinkButton>
      ) : null}
      {older ? (
        <PageLinkButton className="ml-auto" href={older}>
          Older {noun}
          <ArrowRight aria-hidden />
        </PageLinkButton>
      ) : null}
    </nav>
  );
}

interface NumberedPaginationProps {
  /** From 1. */
  page: number;
  pageCount: number;
  /** The URLs of the pages before and after `page`; used only if there are such pages. */
  previous: string;
  next: string;
  /** The plural of the listed items, such as "domains". */
  noun: string;
}

/** Links to the previous and next page of a list whose number of pages is known; nothing for a single page. */
export function NumberedPagination({ page, pageCount, previous, next, noun }: NumberedPaginationProps) {
  if (pageCount < 2) return null;
  return (
    <nav
      aria-label="Pagination"
      data-print="hide"
      className="mt-3 grid grid-cols-[1fr_auto_1fr] items-center gap-2"
    >
      {page > 1 ? (
        <PageLinkButton size="small" href={previous} scroll={false} className="justify-self-start">
          <ArrowLeft aria-hidden />
          Previous {noun}
        </PageLinkButton>
      ) : (
        <span />
      )}
      <span className="text-xs text-muted">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <PageLinkButton size="small" href={next} scroll={false} className="justify-self-end">
          Next {noun}
          <ArrowRight aria-hidden />
        </PageLinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
