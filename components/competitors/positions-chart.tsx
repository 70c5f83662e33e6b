import { ChartFrame } from '#components/charts/chart-frame';
import { NotEnough } from '#components/charts/not-enough';
import { PlaceBars } from '#components/charts/place-bars';
import type { CompetitorsPlace } from '#components/competitors/facts';
import { PlacesTable } from '#components/competitors/places-table';
import { Section } from '#components/ui/section';
import { type PlacesInput, placeColumns } from '#lib/charts/place-columns';
import { competitionDefinitionsOf } from '#lib/format/definitions';

interface PositionsChartProps {
  place: CompetitorsPlace;
  positions: readonly PlacesInput[];
  /** The competitor drawn beside the brand; the table has all. */
  rivalId: string | null;
}

const leastAnswers = 20;

/** How often the brand takes which place among the brands named, beside the competitor opposite. */
export function PositionsChart({ place, positions, rivalId }: PositionsChartProps) {
  const { own } = place;
  const title = 'Places taken';
  const drawn = positions.filter(({ brand }) => brand.id === own.id || brand.id === rivalId);
  const ours = drawn.find(({ brand }) => brand.id === own.id)?.mentioned ?? 0;
  if (ours < leastAnswers) {
    return (
      <Section title={title}>
        <NotEnough
          have={ours}
          need={leastAnswers}
          unit={`answer that names ${own.name}`}
          units={`answers that name ${own.name}`}
          className="min-h-64"
        />
      </Section>
    );
  }
  return (
    <ChartFrame
      title={title}
      note="By first mention among the brands named, of the answers that name the brand. 1 is first."
      exported="positions"
      meanings={[{ figure: 'Place', means: competitionDefinitionsOf(own.name).place }]}
      table={<PlacesTable place={place} chart={placeColumns(positions, positions.length)} />}
    >
      <PlaceBars label="Places taken, a bar a brand" chart={placeColumns(drawn, positions.length)} />
    </ChartFrame>
  );
}
