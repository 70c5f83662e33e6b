import { ArrowRight, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button';

interface PageLinksProps {
  /** The address of the first page; null when this is it. */
  newest: string | null;
  /** The address of the next page; null at the end. */
  older: string | null;
  /** What the pages list, such as "answers". */
  what: string;
}

/** The ways to the other pages of a list that begins with the newest. */
export function PageLinks({ newest, older, what }: PageLinksProps) {
  if (!newest && !older) return null;
  return (
    <nav aria-label={`Pages of ${what}`} className="flex flex-wrap justify-between gap-2">
      {newest ? (
        <Button asChild>
          <Link href={newest}>
            <ArrowUp aria-hidden />
            Newest {what}
          </Link>
        </Button>
      ) : null}
      {older ? (
        <Button asChild className="ml-auto">
          <Link href={older}>
            Older {what}
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      ) : null}
    </nav>
  );
}
