import { type Annotation, formatAnnotation } from '#lib/core/metric';
import { formatEngine } from '#lib/format/labels';

/** A numbered flag on the axis of a chart, with the events of its day. */
export interface Flag {
  /** From 1, oldest first. */
  number: number;
  day: string;
  events: readonly { label: string; noteId: string | null }[];
}

/** Builds one flag per day with annotations. */
export function buildFlags(
  annotations: readonly Annotation[],
  getEngineLabel: (engine: string) => string = formatEngine,
): Flag[] {
  const days = [...new Set(annotations.map(({ day }) => day))].sort();
  return days.map((day, index) => ({
    number: index + 1,
    day,
    events: annotations
      .filter((one) => one.day === day)
      .map((one) => ({
        label: formatAnnotation(one, getEngineLabel),
        noteId: one.kind === 'note' ? one.id : null,
      })),
  }));
}

/** Flags that would overlap, drawn as one mark. */
export interface FlagGroup {
  /** "3", or "3–5" for several. */
  label: string;
  /** Its middle, from 0 to 1 over the axis. */
  at: number;
  /** The days of its flags, from 0 to 1 over the axis. */
  days: readonly { day: string; at: number }[];
  title: string;
}

/**
 * Groups flags that would overlap on an axis of days.
 * @param getPosition returns the position of a day from 0 to 1; undefined for days off the axis, which are left out
 * @param minDistance the smallest distance between the middles of two marks, as a part of the axis
 */
export function groupFlags(
  flags: readonly Flag[],
  getPosition: (day: string) => number | undefined,
  minDistance: number,
): FlagGroup[] {
  const groups: { flags: Flag[]; days: { day: string; at: number }[] }[] = [];
  for (const flag of flags) {
    const at = getPosition(flag.day);
    if (at === undefined) continue;
    const last = groups.at(-1);
    if (last && at - getMiddle(last.days) < minDistance) {
      last.flags.push(flag);
      last.days.push({ day: flag.day, at });
    } else groups.push({ flags: [flag], days: [{ day: flag.day, at }] });
  }
  return groups.map(({ flags: together, days }) => {
    const [first, last] = [together[0]?.number ?? 0, together.at(-1)?.number ?? 0];
    return {
      label: first === last ? `${first}` : `${first}–${last}`,
      at: getMiddle(days),
      days,
      title: together.flatMap(({ events }) => events.map(({ label }) => label)).join('; '),
    };
  });
}

function getMiddle(days: readonly { at: number }[]): number {
  return ((days[0]?.at ?? 0) + (days.at(-1)?.at ?? 0)) / 2;
}
