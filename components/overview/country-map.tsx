import { ChartFrame } from '#components/charts/chart-frame';
import { WorldMap } from '#components/charts/world-map';
import type { SliceFacts } from '#components/overview/facts';
import { SlicesTable } from '#components/overview/slices-table';
import { worldMap } from '#lib/charts/world-map';
import type { Meaning } from '#lib/format/definitions';
import type { AnswersView } from '#lib/format/figure-addresses';
import { countryName } from '#lib/format/names';

interface CountryMapProps {
  slices: readonly (SliceFacts & { country: string })[];
  /** As a table of slices takes it. */
  behind: { brandId: string; view: AnswersView } | undefined;
  meanings: readonly Meaning[];
}

/** Visibility by country on the map of the world, drawn by the server. */
export function CountryMap({ slices, behind, meanings }: CountryMapProps) {
  return (
    <ChartFrame
      title="By country"
      note="Visibility by where the prompts were asked from."
      exported="by-country"
      meanings={meanings}
      table={
        <SlicesTable
          behind={behind}
          label="By country"
          head="Country"
          dimension="country"
          slices={slices.map((slice) => ({
            ...slice,
            key: slice.country,
            label: countryName(slice.country),
          }))}
        />
      }
    >
      <WorldMap label="Visibility by country on a map of the world" map={worldMap(slices)} />
    </ChartFrame>
  );
}
