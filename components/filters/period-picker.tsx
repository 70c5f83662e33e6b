'use client';

import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { PeriodChoices } from '#components/filters/choices';
import { useFilters } from '#components/filters/filter-context';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { formatPeriod } from '#lib/format/dates';

/** The dates in the bar, and those they are compared with. */
export function PeriodPicker() {
  const filters = useFilters();
  const [open, setOpen] = useState(false);
  if (!filters) return null;
  const { comparedWith } = filters.period;
  return (
    <Popover
      label="Period"
      className="w-88"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small">
          <CalendarDays aria-hidden />
          <span className="sr-only">Period: </span>
          {formatPeriod(filters.period)}
          {comparedWith ? (
            <span className="font-normal text-muted max-xl:sr-only">
              against {formatPeriod(comparedWith)}
            </span>
          ) : null}
          <ChevronDown className="text-faint" aria-hidden />
        </Button>
      }
    >
      <PeriodChoices filters={filters} onDone={() => setOpen(false)} />
    </Popover>
  );
}
