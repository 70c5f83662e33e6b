import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { parseAlert } from '#lib/dashboard/alerts/alerts';

const clock = createFixedClock(new Date('2026-11-20T12:00:00Z'));

test.each(['period=this-month', 'days=7', 'from=2026-11-01&to=2026-11-02&compare=year'])(
  'removes the dates of %s from the filters of an alert',
  (dates) => {
    const condition = { kind: 'run-failed', minMissing: 20 } as const;
    const alert = { condition, query: `country=JP&${dates}` };
    expect(parseAlert({ clock }, 'p', alert).query).toBe('country=JP');
  },
);
