import { z } from 'zod';
import { addDays } from '#lib/core/time';

const periodSchema = z.tuple([z.int().min(0), z.int().min(1)]);

/**
 * A data set: one string for each brand and segment with one character for each day. `.` is a day without answers; other
 * characters are numbers of answers with a mention in base 36. Days are numbers from 0, and a period is
 * [first day, day after the last].
 */
const dataSetSchema = z.object({
  design: z.union([z.string(), z.number()]).default(''),
  rep: z.union([z.string(), z.number()]).default(0),
  days: z.int().min(1).max(2_000),
  /** The weekday of the first day: 0 for Monday. */
  dow0: z.int().min(0).max(6).default(0),
  /** Number of answers of a segment on a day with any, or a string for each segment as those of `brands`. */
  answers: z.union([z.int().min(1).max(35), z.array(z.string())]),
  /** Prompt, engine and country. */
  segments: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(z.unknown())).min(1),
  /** The first one is judged. */
  brands: z.array(z.array(z.string())).min(1).max(9),
  previous: periodSchema.nullish(),
  current: periodSchema.nullish(),
  /** The days on which alerts are evaluated. */
  watch: periodSchema.nullish(),
});

export type DataSet = z.infer<typeof dataSetSchema>;

/** A Monday. */
const firstMonday = '2024-01-01';

/** @throws Error that names the line */
export function parseDataSet(line: string, number: number): DataSet {
  try {
    return dataSetSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`Line ${number} is not a data set: see docs/verdicts-bench.md.`, { cause });
  }
}

/** Returns a day of a data set as YYYY-MM-DD. */
export function toDate({ dow0 }: Pick<DataSet, 'dow0'>, day: number): string {
  return addDays(firstMonday, dow0 + day);
}

/** Returns the days of a period, both included. */
export function toPeriod(data: DataSet, [from, to]: [number, number]): { from: string; to: string } {
  return { from: toDate(data, from), to: toDate(data, to - 1) };
}

/** The counts of a segment on a day: answers, and those that mention each brand. */
export interface DayCounts {
  segment: number;
  day: number;
  answers: number;
  mentions: number[];
}

/** Lists the days of all segments with answers. */
export function listDayCounts({ days, answers, segments, brands }: DataSet): DayCounts[] {
  const read = (text: string | undefined, day: number) => {
    const character = text?.[day] ?? '.';
    return character === '.' ? null : Number.parseInt(character, 36);
  };
  return segments.flatMap((_, segment) =>
    Array.from({ length: days }, (_, day) => {
      const mentions = brands.map((brand) => read(brand[segment], day));
      if (mentions[0] === null || mentions[0] === undefined) return [];
      const count = typeof answers === 'number' ? answers : (read(answers[segment], day) ?? 0);
      if (count === 0) return [];
      return [{ segment, day, answers: count, mentions: mentions.map((value) => value ?? 0) }];
    }).flat(),
  );
}
