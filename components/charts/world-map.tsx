'use client';

import { useState } from 'react';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { MapPlace } from '#components/charts/map-place';
import { ShareLegend } from '#components/charts/share-legend';
import { stepColour } from '#lib/charts/share-steps';
import type { MapCountry, WorldMap as Prepared } from '#lib/charts/world-map';

interface WorldMapProps {
  label: string;
  map: Prepared;
}

const mask = 'url(/world.svg) 0 0 / 100% 100% no-repeat';

/** Shares by country on a map: the stronger the more. A country filters the page; what was not asked is hatched. */
export function WorldMap({ label, map }: WorldMapProps) {
  const [raised, setRaised] = useState<MapCountry | null>(null);
  const { width, height } = map.size;
  return (
    <figure aria-label={label} className="m-0">
      <div className="relative" style={{ aspectRatio: `${width} / ${height}` }}>
        <div aria-hidden className="absolute inset-0 bg-sunken" style={{ mask }} />
        <div aria-hidden className="hatched absolute inset-0 opacity-60" style={{ mask }} />
        <svg viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full overflow-visible">
          <title>{label}</title>
          {map.countries.map((country) => (
            <MapPlace
              key={country.country}
              place={country}
              raised={raised?.country === country.country}
              onRaise={(on) => setRaised(on ? country : null)}
            />
          ))}
        </svg>
        {raised ? <PlaceTooltip place={raised} size={map.size} /> : null}
      </div>
      <ShareLegend steps={map.steps} blank="Not asked in this view" />
      {map.missing.length > 0 ? (
        <p className="mt-2 text-xs text-muted">Not on this map: {map.missing.join(', ')}.</p>
      ) : null}
    </figure>
  );
}

/** Beside the country, towards the middle of the map so that it stays inside. */
function PlaceTooltip({ place, size }: { place: MapCountry; size: Prepared['size'] }) {
  const right = place.at.x > size.width / 2;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 whitespace-nowrap"
      style={{
        left: `${(place.at.x / size.width) * 100}%`,
        top: `${(place.at.y / size.height) * 100}%`,
        transform: `translate(${right ? 'calc(-100% - 14px)' : '14px'}, -30%)`,
      }}
    >
      <ChartTooltip
        heading={place.name}
        rows={[
          {
            id: place.country,
            name: 'Visibility',
            colour: place.step ? stepColour(place.step) : 'var(--control)',
            value: place.value,
            detail: place.interval,
          },
        ]}
        foot={`of ${place.answers}`}
      />
    </div>
  );
}
