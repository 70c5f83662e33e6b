import Link from 'next/link';
import type { CompetitorsPlace } from '#components/competitors/facts';
import { answersAddress } from '#lib/charts/answers-address';
import type { TrackedBrand } from '#lib/core/figure';

interface PairLinksProps {
  place: CompetitorsPlace;
  rival: TrackedBrand;
  promptId: string;
}

/** The answers of a prompt that name one of two brands without the other. */
export function PairLinks({ place: { projectId, query, own }, rival, promptId }: PairLinksProps) {
  const link = (named: TrackedBrand, unnamed: TrackedBrand) => (
    <Link
      href={answersAddress(projectId, query, { prompt: promptId, named: named.id, unnamed: unnamed.id })}
      className="text-accent hover:text-accent-strong hover:underline"
    >
      only {named.name}
      <span className="sr-only">, not {unnamed.name}: see the answers</span>
    </Link>
  );
  return (
    <span className="flex gap-3 text-xs whitespace-nowrap">
      {link(own, rival)}
      {link(rival, own)}
    </span>
  );
}
