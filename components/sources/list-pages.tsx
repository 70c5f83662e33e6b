import { ArrowLeft, ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { SourcesPlace } from '#components/sources/facts';
import { type ListCut, listAddress } from '#components/sources/list-address';
import { Button } from '#components/ui/button';

interface ListPagesProps {
  place: SourcesPlace;
  cut: ListCut;
  pages: number;
}

/** The ways to the other pages of the domains. */
export function ListPages({ place, cut, pages }: ListPagesProps) {
  if (pages < 2) return null;
  return (
    <nav
      aria-label="Pages of domains"
      data-print="hide"
      className="mt-3 flex items-center justify-between gap-2"
    >
      {cut.page > 1 ? (
        <Button asChild size="small">
          <Link href={listAddress(place, cut, { page: cut.page - 1 })} scroll={false}>
            <ArrowLeft aria-hidden />
            Previous domains
          </Link>
        </Button>
      ) : (
        <span />
      )}
      <span className="text-xs text-muted">
        Page {cut.page} of {pages}
      </span>
      {cut.page < pages ? (
        <Button asChild size="small">
          <Link href={listAddress(place, cut, { page: cut.page + 1 })} scroll={false}>
            Next domains
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      ) : (
        <span />
      )}
    </nav>
  );
}
