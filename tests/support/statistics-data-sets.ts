import { z } from 'zod';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';
import { storedPanelSchema } from '#tests/support/statistics-panels';

const rangeSchema = z.tuple([z.int(), z.int()]).transform(([from, to]): DayRange => ({ from, to }));

/** One line of a file of simulated panels: the first brand is judged, the others are the other brands of its noise. */
const dataSetSchema = storedPanelSchema.extend({
  design: z.string(),
  /** The number of the simulation of this design. */
  rep: z.int(),
  previous: rangeSchema.optional(),
  current: rangeSchema.optional(),
  /** Days on which alerts are evaluated. */
  watch: rangeSchema.optional(),
});
export type StatisticsDataSet = z.infer<typeof dataSetSchema>;

/** Parses a line of a file with one data set per line, as JSON. @throws ZodError */
export function parseDataSet(line: string): StatisticsDataSet {
  return dataSetSchema.parse(JSON.parse(line));
}

/** The letters that stand for verdicts in the results of a file. */
export const verdictLetters = {
  up: 'u',
  down: 'd',
  'no clear change': 'n',
  'too early': 'e',
  'not comparable': 'x',
} as const;
