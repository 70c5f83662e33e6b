import { type Annotation, formatAnnotation } from '#lib/core/annotation';

/** A numbered flag on the axis of a chart, with what it stands for. */
export interface Flag {
  /** From 1, oldest first. */
  number: number;
  day: string;
  events: readonly { words: string; noteId: string | null }[];
}

/** The flags of a period, one a day. @param engineLabel what an engine is called */
export function buildFlags(
  annotations: readonly Annotation[],
  engineLabel: (engine: string) => string,
): Flag[] {
  const days = [...new Set(annotations.map(({ day }) => day))].sort();
  return days.map((day, index) => ({
    number: index + 1,
    day,
    events: annotations
      .filter((one) => one.day === day)
      .map((one) => ({
        words: formatAnnotation(one, engineLabel),
        noteId: one.kind === 'note' ? one.id : null,
      })),
  }));
}

/** Flags that would cover each other on an axis, as one mark. */
export interface FlagGroup {
  /** "3", or "3–5" for several. */
  label: string;
  /** Where its middle stands, from 0 to 1 over the axis. */
  at: number;
  /** Where the day of each stands. */
  days: readonly { day: string; at: number }[];
  words: string;
}

/**
 * The marks of flags on an axis of days; days off the axis have none.
 * @param across where a day stands over the axis, from 0 to 1; undefined off it
 * @param leastApart how far the middles of two marks must be apart, as a part of the axis
 */
export function groupFlags(
  flags: readonly Flag[],
  across: (day: string) => number | undefined,
  leastApart: number,
): FlagGroup[] {
  const groups: { flags: Flag[]; days: { day: string; at: number }[] }[] = [];
  for (const flag of flags) {
    const at = across(flag.day);
    if (at === undefined) continue;
    const last = groups.at(-1);
    if (last && at - middleOf(last.days) < leastApart) {
      last.flags.push(flag);
      last.days.push({ day: flag.day, at });
    } else groups.push({ flags: [flag], days: [{ day: flag.day, at }] });
  }
  return groups.map(({ flags: together, days }) => {
    const [first, last] = [together[0]?.number ?? 0, together.at(-1)?.number ?? 0];
    return {
      label: first === last ? `${first}` : `${first}–${last}`,
      at: middleOf(days),
      days,
      words: together.flatMap(({ events }) => events.map(({ words }) => words)).join('; '),
    };
  });
}

function middleOf(days: readonly { at: number }[]): number {
  return ((days[0]?.at ?? 0) + (days.at(-1)?.at ?? 0)) / 2;
}
