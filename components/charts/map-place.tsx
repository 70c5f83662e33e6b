'use client';

import type { KeyboardEvent } from 'react';
import { useFilters } from '#components/filters/filter-context';
import { stepColour } from '#lib/charts/share-steps';
import type { MapCountry } from '#lib/charts/world-map';

interface MapPlaceProps {
  place: MapCountry;
  raised: boolean;
  onRaise: (raised: boolean) => void;
}

/** A country on the map, or a dot where it is too small. Where the page can be filtered it is a button. */
export function MapPlace({ place, raised, onRaise }: MapPlaceProps) {
  const filters = useFilters();
  const { country, name, path, at, step, value, interval, answers } = place;
  const press = () => filters?.toggleOnly('country', country);
  const pressed = filters?.chosen.country.includes(country) ?? false;
  const marks = {
    fill: step ? stepColour(step) : 'var(--surface)',
    stroke: raised || pressed ? 'var(--ink)' : 'var(--control)',
    strokeWidth: raised || pressed ? 1.75 : 0.75,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  // Small countries stand close together: what is pressed is larger than what is seen.
  const reach = {
    fill: 'transparent',
    stroke: 'transparent',
    strokeWidth: 14,
    vectorEffect: marks.vectorEffect,
  };
  const shape = path ? (
    <>
      <path d={path} {...reach} />
      <path d={path} {...marks} />
    </>
  ) : (
    <>
      <circle cx={at.x} cy={at.y} r={6} {...reach} />
      <circle cx={at.x} cy={at.y} r={6} {...marks} />
    </>
  );
  const words = `${name}: ${value}${step ? `, ${interval}` : ''} of ${answers}`;
  const reactions = {
    onPointerEnter: () => onRaise(true),
    onPointerLeave: () => onRaise(false),
    onFocus: () => onRaise(true),
    onBlur: () => onRaise(false),
  };
  if (!filters) {
    return (
      <g {...reactions}>
        <title>{words}</title>
        {shape}
      </g>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own
    <g
      role="button"
      tabIndex={0}
      aria-label={words}
      aria-pressed={pressed}
      onClick={press}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        press();
      }}
      {...reactions}
    >
      {shape}
    </g>
  );
}
