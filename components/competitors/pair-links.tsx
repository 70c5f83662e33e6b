import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { CompetitorsPlace } from '#components/competitors/facts';
import { Swatch } from '#components/ui/swatch';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';
import { answersAddress } from '#lib/format/answers-address';

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
      prefetch={false}
      title={`Answers naming ${named.name}, not ${unnamed.name}`}
      className="flex h-7 items-center gap-1.5 rounded-md px-1.5 text-muted hover:bg-pressed hover:text-ink"
    >
      <Swatch colour={brandColour(named.hue)} />
      <ArrowRight aria-hidden className="size-3.5" />
      <span className="sr-only">
        Answers naming {named.name}, not {unnamed.name}
      </span>
    </Link>
  );
  return (
    <span className="flex">
      {link(own, rival)}
      {link(rival, own)}
    </span>
  );
}
