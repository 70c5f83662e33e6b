import { type Block, divideIntoBlocks } from '#lib/dashboard/statistics/noise/blocks';
import {
  type Contrasts,
  createContrasts,
  varyIndependently,
  varyTogether,
} from '#lib/dashboard/statistics/noise/contrasts';
import { correlateBlocks, correlateDays } from '#lib/dashboard/statistics/noise/day-correlation';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, Panel } from '#lib/dashboard/statistics/panel/panel';

/** Contrasts over blocks of one span, with the variances that they have per unit of the variance of an answer. */
export interface SpanContrasts extends Contrasts {
  /** Span and columns; equal for engines that ran in the same blocks. */
  key: string;
  /** By column: the mean number of answers of the segments that have any. */
  answersPerBlock: Float64Array;
  /** ν_j, by contrast: the variance if answers are independent. */
  independent: Float64Array;
  /** k_j(φ), by φ and contrast: the variance if answers differ only from day to day. */
  correlated: Float64Array[];
}

/** Segments of an engine with the same first and last block of a span. */
export interface SegmentGroup extends SpanContrasts {
  segments: readonly number[];
  /** Share of their blocks that have answers. */
  answeredShare: number;
}

/** The runs of an engine. */
export interface EngineRuns {
  /** The index of the engine. */
  engine: number;
  /** Its segments with answers. */
  segments: readonly number[];
  groups: readonly SegmentGroup[];
  /** By span with at least two blocks: contrasts over all blocks with answers. Empty for engines with one segment. */
  spans: readonly SpanContrasts[];
  /** By φ: the covariance of blocks. */
  blockCovariances: readonly Float64Array[];
  /** By φ: the mean of φ^|t−t'| over all pairs of run days. */
  dayOverlaps: Float64Array;
  /** Mean number of answers of its segments. */
  answersPerSegment: number;
}

/** Everything about noise that depends only on when segments have answers: the same for all metrics of the same answers. */
export interface RunDesign {
  panel: Panel;
  answers: Float64Array;
  spans: readonly DayRange[];
  blocks: readonly Block[];
  /** Number of answers. Position of segment s and block b: s × number of blocks + b. */
  blockAnswers: Float64Array;
  /** By segment: number of answers. */
  totals: Float64Array;
  /** The segments with answers. */
  segments: readonly number[];
  /** In alphabetical order. */
  engines: readonly EngineRuns[];
  /** Mean number of answers of segments on days with any. */
  answersPerDay: number;
}

/** Describes when the segments of a panel have answers in some spans. */
export function describeRuns(panel: Panel, answers: Float64Array, spans: readonly DayRange[]): RunDesign {
  const blocks = divideIntoBlocks(spans);
  const blockAnswers = sumBlocks(panel, answers, blocks);
  const totals = Float64Array.from(panel.segments, (_, segment) =>
    total(blockAnswers.subarray(segment * blocks.length, (segment + 1) * blocks.length), (value) => value),
  );
  const segments = [...totals.keys()].filter((segment) => at(totals, segment) > 0);
  const base = { panel, answers, spans, blocks, blockAnswers, totals, segments };
  const engines = panel.engines.flatMap((_, engine) => {
    const own = segments.filter((segment) => panel.engineIndexes[segment] === engine);
    return own.length > 0 ? [describeEngine(base, engine, own)] : [];
  });
  return { ...base, engines, answersPerDay: countAnswersPerDay(base) };
}

type DesignBase = Omit<RunDesign, 'engines' | 'answersPerDay'>;

const noDays: DayRange = { from: 0, to: 0 };

/** Adds up daily counts by segment and block. */
export function sumBlocks(panel: Panel, counts: Float64Array, blocks: readonly Block[]): Float64Array {
  const sums = new Float64Array(panel.segments.length * blocks.length);
  for (let segment = 0; segment < panel.segments.length; segment += 1) {
    const start = segment * panel.days.length;
    for (let index = 0; index < blocks.length; index += 1) {
      const { from, to } = blocks[index] ?? noDays;
      let sum = 0;
      for (let day = from; day < to; day += 1) sum += at(counts, start + day);
      sums[segment * blocks.length + index] = sum;
    }
  }
  return sums;
}

/** Adds up the answers of a design by segment and block, each with the weight of its day. */
export function sumWeightedBlocks(
  { panel, answers, blocks, segments }: RunDesign,
  dayWeights: Float64Array,
): Float64Array {
  const sums = new Float64Array(panel.segments.length * blocks.length);
  for (const segment of segments) {
    const start = segment * panel.days.length;
    for (let index = 0; index < blocks.length; index += 1) {
      const { from, to } = blocks[index] ?? noDays;
      let sum = 0;
      for (let day = from; day < to; day += 1) sum += at(answers, start + day) * at(dayWeights, day);
      sums[segment * blocks.length + index] = sum;
    }
  }
  return sums;
}

function countAnswersPerDay({ panel, answers, spans, segments, totals }: DesignBase): number {
  let days = 0;
  for (const segment of segments) {
    for (const { from, to } of spans) {
      for (let day = from; day < to; day += 1)
        if (at(answers, segment * panel.days.length + day) > 0) days += 1;
    }
  }
  return total(totals, (count) => count) / Math.max(1, days);
}

function describeEngine(base: DesignBase, engine: number, segments: readonly number[]): EngineRuns {
  const { panel, answers, blocks, totals } = base;
  const weights = new Float64Array(panel.days.length);
  const runDays = blocks.map(({ from, to }) => {
    const days: number[] = [];
    for (let day = from; day < to; day += 1) {
      if (segments.some((segment) => at(answers, segment * panel.days.length + day) > 0)) days.push(day);
    }
    return days;
  });
  const dayCount = total(runDays, (days) => days.length);
  for (const day of runDays.flat()) weights[day] = 1 / dayCount;
  const blockCovariances = correlateBlocks(blocks, runDays);
  const describeContrasts = createDescriber(base, blockCovariances);
  return {
    engine,
    segments,
    groups: base.spans.flatMap((_, span) =>
      groupByBlocks(base, segments, span).map((members) => describeContrasts(members, span)),
    ),
    spans:
      segments.length < 2
        ? []
        : base.spans
            .map((_, span) => describeContrasts(segments, span))
            .filter(({ columns }) => columns.length > 1),
    blockCovariances,
    dayOverlaps: correlateDays(weights),
    answersPerSegment: total(segments, (segment) => at(totals, segment)) / segments.length,
  };
}

/** Groups segments by the first and last block of a span in which they have answers, if they have them in two blocks. */
function groupByBlocks({ blocks, blockAnswers }: DesignBase, segments: readonly number[], span: number) {
  const groups = new Map<string, number[]>();
  for (const segment of segments) {
    const answered = [...blocks.keys()].filter(
      (block) => blocks[block]?.span === span && at(blockAnswers, segment * blocks.length + block) > 0,
    );
    if (answered.length < 2) continue;
    const key = `${answered[0]}-${answered.at(-1)}`;
    groups.set(key, [...(groups.get(key) ?? []), segment]);
  }
  return [...groups.values()];
}

/** Returns a function that describes the contrasts of segments of one engine in a span. */
function createDescriber(
  { blocks, blockAnswers }: DesignBase,
  blockCovariances: readonly Float64Array[],
): (segments: readonly number[], span: number) => SegmentGroup {
  const correlatedByColumns = new Map<string, Float64Array[]>();
  return (segments, span) => {
    const answered = new Float64Array(blocks.length);
    const answers = new Float64Array(blocks.length);
    for (const segment of segments) {
      for (const [block, { span: own }] of blocks.entries()) {
        const count = own === span ? at(blockAnswers, segment * blocks.length + block) : 0;
        add(answered, block, count > 0 ? 1 : 0);
        add(answers, block, count);
      }
    }
    const columns = [...blocks.keys()].filter((block) => at(answered, block) > 0);
    const key = `${span}:${columns.join()}`;
    const contrasts = createContrasts(columns);
    const correlated =
      correlatedByColumns.get(key) ??
      blockCovariances.map((covariances) => varyTogether(contrasts, covariances, blocks.length));
    correlatedByColumns.set(key, correlated);
    const answersPerBlock = Float64Array.from(columns, (block) => at(answers, block) / at(answered, block));
    return {
      ...contrasts,
      key,
      segments,
      answersPerBlock,
      independent: varyIndependently(
        contrasts,
        answersPerBlock.map((count) => 1 / count),
      ),
      correlated,
      answeredShare: total(answered, (count) => count) / Math.max(1, segments.length * columns.length),
    };
  };
}
