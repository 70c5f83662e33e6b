import { ArrowRight, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button';

interface PageLinksProps {
  /** URL of the first page; null on it. */
  newest: string | null;
  /** URL of the next page; null on the last one. */
  older: string | null;
  /** What is listed, such as "answers". */
  what: string;
}

/** Links to the first and the next page of a list, newest first. */
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
