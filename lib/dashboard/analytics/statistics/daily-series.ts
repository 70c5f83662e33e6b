/** The counts of one segment on one day. */
export interface DailyCount {
  /** A key of the segment, such as its prompt, engine and country. */
  segment: string;
  /** Days since the first day of the series. */
  day: number;
  numerator: number;
  denominator: number;
  /** The sum of squared values; for a rate, the numerator. */
  squares: number;
}

export interface SeriesSum {
  numerator: number;
  denominator: number;
  squares: number;
}

/** The daily counts of all segments of a metric, as running totals, so that any period is summed by one subtraction. */
export class DailySeries {
  readonly dayCount: number;
  readonly segmentCount: number;
  /** By segment and day: the sums of all days before that day. */
  readonly #numerators: Float64Array;
  readonly #denominators: Float64Array;
  readonly #squares: Float64Array;
  readonly #memoized = new Map<string, unknown>();

  constructor(dayCount: number, counts: readonly DailyCount[]) {
    const segments = new Map(
      [...new Set(counts.map(({ segment }) => segment))].map((name, index) => [name, index]),
    );
    this.dayCount = dayCount;
    this.segmentCount = segments.size;
    const width = dayCount + 1;
    const size = segments.size * width;
    [this.#numerators, this.#denominators, this.#squares] = [
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ];
    for (const { segment, day, numerator, denominator, squares } of counts) {
      const index = (segments.get(segment) ?? 0) * width + day + 1;
      add(this.#numerators, index, numerator);
      add(this.#denominators, index, denominator);
      add(this.#squares, index, squares);
    }
    for (const sums of [this.#numerators, this.#denominators, this.#squares]) {
      for (let index = 0; index < size; index += 1)
        if (index % width > 0) add(sums, index, sums[index - 1] ?? 0);
    }
  }

  /** Returns the result that was computed for a key, or computes it. Evaluations of consecutive days share most results. */
  memoize<T>(key: string, compute: () => T): T {
    if (!this.#memoized.has(key)) this.#memoized.set(key, compute());
    return this.#memoized.get(key) as T;
  }

  /** Sums a segment over the days from `from` up to but not including `to`. */
  sum(segment: number, from: number, to: number): SeriesSum {
    const start = segment * (this.dayCount + 1);
    const subtract = (sums: Float64Array) => (sums[start + to] ?? 0) - (sums[start + from] ?? 0);
    return {
      numerator: subtract(this.#numerators),
      denominator: subtract(this.#denominators),
      squares: subtract(this.#squares),
    };
  }

  /** Sums all segments over the days from `from` up to but not including `to`. */
  sumAll(from: number, to: number): SeriesSum {
    const total = { numerator: 0, denominator: 0, squares: 0 };
    for (let segment = 0; segment < this.segmentCount; segment += 1) {
      const { numerator, denominator, squares } = this.sum(segment, from, to);
      total.numerator += numerator;
      total.denominator += denominator;
      total.squares += squares;
    }
    return total;
  }
}

function add(values: Float64Array, index: number, value: number): void {
  values[index] = (values[index] ?? 0) + value;
}
