import { z } from 'zod';
import { addDays } from '#lib/core/time';
import { createPanel, type MetricSeries, type Panel } from '#lib/dashboard/statistics/panel/panel';

/** A panel with the daily answers of several brands, one character per day: "." for no answers, else a number in base 36. */
export const storedPanelSchema = z.object({
  days: z.int(),
  /** The weekday of the first day: 0 for Monday. */
  dow0: z.int(),
  /** Number of answers of a day with any; or by segment, one character per day. */
  answers: z.union([z.number(), z.array(z.string())]),
  /** Prompt, engine and country. */
  segments: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** By brand and segment: answers with a mention, or the value. */
  brands: z.array(z.array(z.string())),
});
export type StoredPanel = z.infer<typeof storedPanelSchema>;

const firstMonday = '2024-01-01';

/** Creates the series of a brand; those of one panel share days and segments, and usually answers. */
export type SeriesReader = (brand: number) => MetricSeries;

/** Parses a stored panel as shares: answers with a mention ÷ answers. */
export function readShares(stored: StoredPanel): SeriesReader {
  const panel = readPanel(stored);
  const answers = fillDays(stored, panel, (segment, day) => countAnswers(stored, segment, day));
  return (brand) => ({
    panel,
    answers,
    sums: fillDays(stored, panel, (segment, day) => readDay(stored.brands[brand]?.[segment], day) ?? 0),
    squares: null,
    unit: 1,
    ratioSpread: null,
  });
}

/** Parses a stored panel as averages of positions; days with the value 0 have no answers. */
export function readPositions(stored: StoredPanel): SeriesReader {
  const panel = readPanel(stored);
  return (brand) => {
    const sums = fillDays(
      stored,
      panel,
      (segment, day) => readDay(stored.brands[brand]?.[segment], day) ?? 0,
    );
    return {
      panel,
      answers: sums.map((value) => Math.min(1, value)),
      sums,
      squares: sums.map((value) => value ** 2),
      unit: 5,
      ratioSpread: null,
    };
  };
}

function readPanel({ days, dow0, segments }: StoredPanel): Panel {
  return createPanel(
    Array.from({ length: days }, (_, day) => addDays(firstMonday, dow0 + day)),
    segments.map(([prompt, engine, country]) => ({
      key: `${prompt} ${engine} ${country}`,
      prompt,
      engine,
      country,
      place: country,
      access: 'api',
      topic: null,
      tags: [],
      isBranded: false,
    })),
  );
}

function fillDays(stored: StoredPanel, panel: Panel, read: (segment: number, day: number) => number) {
  return Float64Array.from({ length: panel.segments.length * stored.days }, (_, index) =>
    read(Math.floor(index / stored.days), index % stored.days),
  );
}

const readDay = (text: string | undefined, day: number) => {
  const character = text?.[day] ?? '.';
  return character === '.' ? null : Number.parseInt(character, 36);
};

function countAnswers({ answers, brands }: StoredPanel, segment: number, day: number): number {
  if (readDay(brands[0]?.[segment], day) === null) return 0;
  return typeof answers === 'number' ? answers : (readDay(answers[segment], day) ?? 0);
}
