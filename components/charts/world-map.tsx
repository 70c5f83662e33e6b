'use client';

import { type KeyboardEvent, useState } from 'react';
import { ChartTooltip, ColorScaleLegend } from '#components/charts/legends';
import { useFilters } from '#components/filters/filter-context';
import { getShareStepColor } from '#lib/charts/chart-spec';
import type { MapCountry, WorldMap as WorldMapData } from '#lib/charts/world-map';
import { formatItems } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';

interface WorldMapProps {
  label: string;
  map: WorldMapData;
}

const mask = 'url(/world.svg) 0 0 / 100% 100% no-repeat';

const messages = defineMessages({
  country: '{name}: {value}, {state, select, measured {most likely {interval}%, } other {}}{answers}',
});

/** Visibility by country on a map. Clicking a country filters the page; countries without answers are hatched. */
export function WorldMap({ label, map }: WorldMapProps) {
  const [highlighted, setHighlighted] = useState<MapCountry | null>(null);
  const { width, height } = map.size;
  return (
    <figure aria-label={label} className="m-0 mx-auto max-w-3xl">
      <div className="relative" style={{ aspectRatio: `${width} / ${height}` }}>
        <div aria-hidden className="absolute inset-0 bg-sunken" style={{ mask }} />
        <div aria-hidden className="hatched absolute inset-0 opacity-60" style={{ mask }} />
        <svg viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full overflow-visible">
          <title>{label}</title>
          {map.countries.map((country) => (
            <CountryShape
              key={country.country}
              data={country}
              isHighlighted={highlighted?.country === country.country}
              onHighlight={(isHighlighted) => setHighlighted(isHighlighted ? country : null)}
            />
          ))}
        </svg>
        {highlighted ? <CountryTooltip country={highlighted} size={map.size} /> : null}
      </div>
      <ColorScaleLegend steps={map.steps} hatchedLabel="No answers" />
      {map.missing.length > 0 ? (
        <p className="mt-2 text-xs text-muted">Not on this map: {formatItems(map.missing)}.</p>
      ) : null}
    </figure>
  );
}

/** A tooltip beside the country, on the side towards the middle of the map so that it stays inside. */
function CountryTooltip({ country, size }: { country: MapCountry; size: WorldMapData['size'] }) {
  const isOnRight = country.center.x > size.width / 2;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 whitespace-nowrap"
      style={{
        left: `${(country.center.x / size.width) * 100}%`,
        top: `${(country.center.y / size.height) * 100}%`,
        transform: `translate(${isOnRight ? 'calc(-100% - 14px)' : '14px'}, -30%)`,
      }}
    >
      <ChartTooltip
        heading={country.name}
        rows={[
          {
            id: country.country,
            name: 'Visibility',
            color: country.step ? getShareStepColor(country.step) : 'var(--control)',
            value: country.value,
            detail: country.interval,
          },
        ]}
        footer={`of ${country.answers}`}
      />
    </div>
  );
}

interface CountryShapeProps {
  data: MapCountry;
  isHighlighted: boolean;
  onHighlight: (isHighlighted: boolean) => void;
}

/** A country on the map, or a dot if it is too small. It is a button if the page can be filtered. */
function CountryShape({ data, isHighlighted, onHighlight }: CountryShapeProps) {
  const filters = useFilters();
  const { country, name, path, center, step, value, interval, answers } = data;
  const toggle = () => filters?.toggleOnly('countries', country);
  const isPressed = filters?.selected.countries.includes(country) ?? false;
  const marks = {
    // Without answers, the hatched background shows.
    fill: step ? getShareStepColor(step) : 'transparent',
    stroke: isHighlighted || isPressed ? 'var(--ink)' : 'var(--control)',
    strokeWidth: isHighlighted || isPressed ? 1.75 : 0.75,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  // Small countries are hard to hit, so the area that reacts to the pointer is larger than the shape.
  const target = {
    fill: 'transparent',
    stroke: 'transparent',
    strokeWidth: 14,
    vectorEffect: marks.vectorEffect,
  };
  const Shape = path ? 'path' : 'circle';
  const outline = path ? { d: path } : { cx: center.x, cy: center.y, r: 6 };
  const description = messages.country({
    name,
    value,
    state: step ? 'measured' : 'other',
    interval,
    answers,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a button if the page can be filtered
    <g
      onPointerEnter={() => onHighlight(true)}
      onPointerLeave={() => onHighlight(false)}
      onFocus={() => onHighlight(true)}
      onBlur={() => onHighlight(false)}
      {...(filters
        ? {
            role: 'button',
            tabIndex: 0,
            'aria-label': description,
            'aria-pressed': isPressed,
            onClick: toggle,
            onKeyDown: (event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              toggle();
            },
          }
        : {})}
    >
      {filters ? null : <title>{description}</title>}
      <Shape {...outline} {...target} />
      <Shape {...outline} {...marks} />
    </g>
  );
}
