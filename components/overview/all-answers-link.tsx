import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { Button } from '#components/ui/button';
import { formatPlural } from '#lib/format/formats';

/** From the latest answers to all of them, under the same filters. */
export function AllAnswersLink({ href, answers }: { href: string; answers: number }) {
  return (
    <div data-print="hide" className="-mt-4 flex justify-center">
      <Button asChild>
        <Link href={href}>
          {answers === 1 ? 'Read the answer' : `Read all ${formatPlural(answers, 'answer')}`}
          <ArrowRight aria-hidden />
        </Link>
      </Button>
    </div>
  );
}
