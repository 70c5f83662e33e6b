import { type BrandNoise, getFit, type MetricNoise } from '#lib/dashboard/analytics/panel/metric-noise';
import type { NoiseFit } from '#lib/dashboard/statistics/noise/fit-noise';
import type { RatioNoiseFit } from '#lib/dashboard/statistics/ratios/ratio-noise';

/** A value of each segment, in the order of `keys`. */
type Column = number[];

interface PackedFit extends Omit<NoiseFit, 'segments'> {
  spreads: Column;
  means: Column;
  /** For a ratio: by span, the columns of `momentNames`; null for others. */
  moments: Column[][] | null;
}

/** The noise of a metric as it is stored: the long keys of segments are written once. */
export interface PackedNoise {
  keys: string[];
  /** By ID of the brand. */
  brands: Record<string, PackedFit>;
}

const momentNames = ['answers', 'parts', 'wholes', 'partSquares', 'products', 'wholeSquares'] as const;

/** Numbers are stored with as many digits; more would change no verdict. */
const digits = 7;
const round = (value: number) => Number(value.toPrecision(digits));

/** Packs the noise of a metric of all brands to be stored. */
export function packNoise(noise: BrandNoise): PackedNoise {
  const keys = [
    ...new Set([...noise.values()].flatMap((own) => Object.keys(getFit(own).segments))),
  ].toSorted();
  return {
    keys,
    brands: Object.fromEntries(
      [...noise].map(([brandId, own]) => {
        const { segments, ...fit } = getFit(own);
        const readColumn = (read: (key: string) => number | undefined) =>
          keys.map((key) => round(read(key) ?? 0));
        const moments = own.kind === 'ratio' ? packMoments(own.fit, keys) : null;
        return [
          brandId,
          {
            ...fit,
            spreads: readColumn((key) => segments[key]?.spread),
            means: readColumn((key) => segments[key]?.mean),
            moments,
          },
        ];
      }),
    ),
  };
}

/** Returns the noise that `packNoise` packed. Values of segments are unpacked when they are read: a page reads few of them. */
export function unpackNoise({ keys, brands }: PackedNoise): BrandNoise {
  return new Map(
    Object.entries(brands).map(([brandId, { spreads, means, moments, ...fit }]): [string, MetricNoise] => {
      const readSegments = remember(() =>
        Object.fromEntries(
          keys.map((key, index) => [key, { spread: spreads[index] ?? 0, mean: means[index] ?? 0 }]),
        ),
      );
      const noise: NoiseFit = {
        ...fit,
        get segments() {
          return readSegments();
        },
      };
      if (!moments) return [brandId, { kind: 'average', fit: noise }];
      const readMoments = remember(() => unpackMoments(moments, keys));
      const ratio: RatioNoiseFit = {
        noise,
        get moments() {
          return readMoments();
        },
      };
      return [brandId, { kind: 'ratio', fit: ratio }];
    }),
  );
}

/** Returns a function that computes a value when it is first called. */
function remember<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}

function packMoments({ moments }: RatioNoiseFit, keys: readonly string[]): Column[][] {
  const spanCount = Math.max(0, ...Object.values(moments).map((spans) => spans.length));
  return Array.from({ length: spanCount }, (_, span) =>
    momentNames.map((name) => keys.map((key) => round(moments[key]?.[span]?.[name] ?? 0))),
  );
}

function unpackMoments(spans: readonly Column[][], keys: readonly string[]): RatioNoiseFit['moments'] {
  return Object.fromEntries(
    keys.map((key, index) => [
      key,
      spans.map((columns) => {
        const [answers, parts, wholes, partSquares, products, wholeSquares] = columns;
        const read = (column: Column | undefined) => column?.[index] ?? 0;
        return {
          answers: read(answers),
          parts: read(parts),
          wholes: read(wholes),
          partSquares: read(partSquares),
          products: read(products),
          wholeSquares: read(wholeSquares),
        };
      }),
    ]),
  );
}
