'use client';

import { useAnnotations } from '#components/annotations/annotations-context';
import { FlagMark } from '#components/annotations/flag-mark';

/** The flag of a day beside its date in a table, where it has one. */
export function DayFlag({ day }: { day: string }) {
  const flag = useAnnotations().flags.find((one) => one.day === day);
  if (!flag) return null;
  return (
    <span className="ml-2 align-middle" title={flag.events.map(({ words }) => words).join('; ')}>
      <FlagMark label={`${flag.number}`} />
    </span>
  );
}
