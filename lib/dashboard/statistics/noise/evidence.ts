import { applyContrasts } from '#lib/dashboard/statistics/noise/contrasts';
import type {
  EngineRuns,
  RunDesign,
  SegmentGroup,
  SpanContrasts,
} from '#lib/dashboard/statistics/noise/run-design';
import { sumBlocks, sumWeightedBlocks } from '#lib/dashboard/statistics/noise/run-design';
import {
  estimateSpreads,
  measureInformation,
  type SegmentSums,
  type Spreads,
} from '#lib/dashboard/statistics/noise/spreads';
import { estimateWeekdayShifts, sumDeviations } from '#lib/dashboard/statistics/noise/weekday-shifts';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** Sums of a metric that do not depend on the estimate of the noise. */
export interface BlockSums extends SegmentSums {
  /** Sums of values. Position of segment s and block b: s × number of blocks + b. */
  blocks: Float64Array;
  /** By day: the sum of the deviations of segments from their levels in the span. */
  dayDeviations: Float64Array;
}

/** Contrasts of the segments of a group. */
export interface GroupEvidence {
  group: SegmentGroup;
  /** By segment of the group, and by contrast: without the shift of the engine. */
  values: Float64Array[];
  /** S_j, by contrast: the sum of squares over segments, in units of the mean variance of an answer. */
  squares: Float64Array;
  /** M: the number of segments that it is worth. */
  information: number;
}

/** Contrasts of the shifts that the segments of an engine have in common in a span. */
export interface ShiftEvidence {
  /** The index of the engine. */
  engine: number;
  contrasts: SpanContrasts;
  blockCovariances: readonly Float64Array[];
  /** By contrast: x_j. */
  values: Float64Array;
  /** By column: the sum of the variances of an answer of the segments with answers, w_b. */
  blockSpreads: Float64Array;
}

/** What the data of one metric of one brand say about noise. */
export interface Evidence extends Spreads {
  series: MetricSeries;
  design: RunDesign;
  /** The mean variance of an answer over segments. */
  meanSpread: number;
  /** The factor of the sizes of shifts: 1, except for ratios. */
  shiftGain: number;
  groups: GroupEvidence[];
  shifts: ShiftEvidence[];
}

/** Adds up the values of a metric by block and segment. */
export function sumValues(series: MetricSeries, design: RunDesign): BlockSums {
  const { panel } = series;
  const blocks = sumBlocks(panel, series.sums, design.blocks);
  const squares = series.squares && sumBlocks(panel, series.squares, design.blocks);
  const addBlocks = (values: Float64Array) =>
    Float64Array.from(panel.segments, (_, segment) => {
      const start = segment * design.blocks.length;
      return total(values.subarray(start, start + design.blocks.length), (value) => value);
    });
  return {
    answers: design.totals,
    sums: addBlocks(blocks),
    squares: squares && addBlocks(squares),
    blocks,
    dayDeviations: sumDeviations(series, design),
  };
}

/** Collects what a metric says about noise. @param inflation the number of answers that tell as much as an independent one */
export function collectEvidence(
  series: MetricSeries,
  design: RunDesign,
  sums: BlockSums,
  inflation: number,
): Evidence {
  const estimates = estimateSpreads(series.panel, sums, inflation);
  const { spreads } = estimates;
  const information = measureInformation(series, sums, spreads, inflation);
  const meanSpread = total(design.segments, (segment) => at(spreads, segment)) / design.segments.length;
  const residuals = measureResiduals(series, design, sums, spreads);
  const base = { design, spreads, information, meanSpread, residuals };
  const engines = design.engines.map((engine) => collectEngine(base, engine));
  return {
    ...estimates,
    series,
    design,
    meanSpread,
    shiftGain: series.ratioSpread ? series.ratioSpread / meanSpread : 1,
    groups: engines.flatMap(({ groups }) => groups),
    shifts: engines.flatMap(({ shifts }) => shifts),
  };
}

interface EvidenceBase {
  design: RunDesign;
  spreads: Float64Array;
  information: Float64Array;
  meanSpread: number;
  residuals: Float64Array;
}

/** Deviations of block averages from the level of the segment in the span, without shifts of weekdays; 0 without answers. */
function measureResiduals(
  series: MetricSeries,
  design: RunDesign,
  sums: BlockSums,
  spreads: Float64Array,
): Float64Array {
  const { blocks, blockAnswers } = design;
  const values = sums.blocks.slice();
  const weekdayShifts = estimateWeekdayShifts(series, design, sums.dayDeviations, spreads);
  if (weekdayShifts.some((shift) => shift !== 0)) {
    const { days, weekdays } = series.panel;
    const dayShifts = Float64Array.from(days, (_, day) => at(weekdayShifts, weekdays[day] ?? 0));
    const shifted = sumWeightedBlocks(design, dayShifts);
    for (const segment of design.segments) {
      const start = segment * blocks.length;
      for (let block = 0; block < blocks.length; block += 1)
        add(values, start + block, -at(shifted, start + block) * at(spreads, segment));
    }
  }
  const spanOfBlock = blocks.map(({ span }) => span);
  const spanSums = new Float64Array(design.spans.length);
  const spanAnswers = new Float64Array(design.spans.length);
  for (const segment of design.segments) {
    const start = segment * blocks.length;
    spanSums.fill(0);
    spanAnswers.fill(0);
    for (let block = 0; block < blocks.length; block += 1) {
      const span = spanOfBlock[block] ?? 0;
      add(spanSums, span, at(values, start + block));
      add(spanAnswers, span, at(blockAnswers, start + block));
    }
    for (let block = 0; block < blocks.length; block += 1) {
      const span = spanOfBlock[block] ?? 0;
      const count = at(blockAnswers, start + block);
      const level = at(spanSums, span) / at(spanAnswers, span);
      values[start + block] = count > 0 ? at(values, start + block) / count - level : 0;
    }
  }
  return values;
}

function collectEngine(base: EvidenceBase, engine: EngineRuns) {
  const { design, spreads, information, meanSpread, residuals } = base;
  const { blocks, blockAnswers } = design;
  const isAlone = engine.segments.length < 2;
  const blockSpreads = new Float64Array(blocks.length);
  const blockShifts = new Float64Array(blocks.length);
  for (const segment of engine.segments) {
    for (let block = 0; block < blocks.length; block += 1) {
      const position = segment * blocks.length + block;
      if (at(blockAnswers, position) > 0) add(blockSpreads, block, at(spreads, segment));
      add(blockShifts, block, at(residuals, position));
    }
  }
  for (const [block, spread] of blockSpreads.entries())
    blockShifts[block] = spread > 0 ? at(blockShifts, block) / spread : 0;
  if (!isAlone) {
    for (const segment of engine.segments) {
      for (let block = 0; block < blocks.length; block += 1) {
        const position = segment * blocks.length + block;
        if (at(blockAnswers, position) > 0)
          add(residuals, position, -at(spreads, segment) * at(blockShifts, block));
      }
    }
  }
  const remaining = isAlone ? 1 : getRemainingShare(engine.segments, spreads);
  return {
    groups: engine.groups.map((group): GroupEvidence => {
      const values = group.segments.map((segment) =>
        applyContrasts(group, residuals, segment * blocks.length),
      );
      const squares = new Float64Array(group.count);
      for (const own of values) {
        for (let contrast = 0; contrast < group.count; contrast += 1)
          add(squares, contrast, at(own, contrast) ** 2 / meanSpread);
      }
      const ownInformation = total(group.segments, (segment) => at(information, segment));
      return {
        group,
        values,
        squares,
        information: remaining * group.answeredShare * (ownInformation / meanSpread),
      };
    }),
    shifts: engine.spans.map(
      (contrasts): ShiftEvidence => ({
        engine: engine.engine,
        contrasts,
        blockCovariances: engine.blockCovariances,
        values: applyContrasts(contrasts, blockShifts),
        blockSpreads: Float64Array.from(contrasts.columns, (block) => at(blockSpreads, block)),
      }),
    ),
  };
}

/** κ: the share of the information that remains after the shift of the engine was subtracted, 1 − Σs²/(Σs)². */
function getRemainingShare(segments: readonly number[], spreads: Float64Array): number {
  const squares = total(segments, (segment) => at(spreads, segment) ** 2);
  return 1 - squares / total(segments, (segment) => at(spreads, segment)) ** 2;
}
