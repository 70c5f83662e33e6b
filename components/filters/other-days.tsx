'use client';

import { useFilters } from '#components/filters/filter-context';
import { Button } from '#components/ui/button';

interface OtherDaysProps {
  from: string;
  to: string;
}

/** The one next step where the days chosen hold no answer: days that do. */
export function OtherDays({ from, to }: OtherDaysProps) {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={() => filters.setRange({ from, to })}>Show the days with answers</Button>;
}
