import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { explainDifference } from '#lib/dashboard/statistics/changes/explain-difference';
import { judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { createSetJudge } from '#lib/dashboard/statistics/changes/judge-set';
import { measureModelChange } from '#lib/dashboard/statistics/changes/measure-model-change';
import { poolRows } from '#lib/dashboard/statistics/changes/pool-rows';
import { summarizeTile } from '#lib/dashboard/statistics/changes/summarize-tile';
import { estimateLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { createVectorNoise, readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import {
  expectResult,
  hasVectors,
  listVectors,
  type Vector,
  vectorsTitleSuffix,
} from '#tests/support/statistics-vectors';

function compareVector(vector: Vector) {
  const { series, periods, changedEngines, ...rest } = readVectorSeries(vector);
  const noise = createVectorNoise({ series, ...rest });
  const comparison = createComparison(series, noise, periods, changedEngines);
  return { series, noise, periods, comparison };
}

describe.runIf(hasVectors)(`verdicts${vectorsTitleSuffix}`, () => {
  test.each(listVectors('verdict'))('%s', (_, vector) => {
    const { series, comparison } = compareVector(vector);
    const { where } = z
      .object({ where: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
      .parse(vector.input);
    const conditions = Object.entries(where).map(([key, value]) => ({ key, values: [value].flat() }));
    const chosen = [...series.panel.segments.entries()].flatMap(([index, segment]) => {
      const values = new Map<string, unknown>(Object.entries(segment));
      return conditions.every((condition) =>
        condition.values.some((value) => value === values.get(condition.key)),
      )
        ? [index]
        : [];
    });
    const change = createSetJudge(comparison)(chosen);
    expectResult(
      { ...change, low: null, high: null, ...change.interval, without: change.withoutEngines },
      vector,
    );
  });

  test.each(listVectors('rows'))('%s', (_, vector) => {
    const { series, comparison } = compareVector(vector);
    const prompts = Map.groupBy(
      series.panel.segments.keys(),
      (index) => series.panel.segments[index]?.prompt ?? '',
    );
    const judge = createSetJudge(comparison);
    const judged = [...prompts].map(([row, segments]) => ({
      row,
      own: judgeChange(comparison, segments),
      change: judge(segments),
    }));
    const known = judged.flatMap(({ row, own, change }) =>
      own.difference !== null && own.precision
        ? [{ row, difference: own.difference, precision: own.precision, change }]
        : [],
    );
    const pool = poolRows(known, 1);
    const rows = known.map(({ row, difference, precision, change }, index) => ({
      row,
      difference,
      variance: precision.variance,
      df: precision.degreesOfFreedom,
      ...pool.rows[index],
      ...change.interval,
      verdict: change.verdict,
    }));
    expectResult({ rows, shares: pool.shares }, vector);
  });

  test.each(listVectors('pool'))('%s', (_, vector) => {
    const numbers = z.array(z.number());
    const { difference, variance, df, unit } = z
      .object({ difference: numbers, variance: numbers, df: numbers, unit: z.number().default(1) })
      .parse(vector.input);
    const pool = poolRows(
      difference.map((value, index) => ({
        difference: value,
        precision: { variance: variance[index] ?? 0, degreesOfFreedom: df[index] ?? 0 },
      })),
      unit,
    );
    expectResult(
      {
        up: pool.rows.map(({ up }) => up),
        down: pool.rows.map(({ down }) => down),
        verdict: pool.rows.map(({ verdict }) => verdict),
        interval: pool.rows.map(({ interval }) => [interval.low, interval.high]),
        shares: pool.shares,
      },
      vector,
    );
  });

  test.each(listVectors('tile'))('%s', (_, vector) => {
    const { series, noise, periods, comparison } = compareVector(vector);
    const level = estimateLevel(series, noise, periods.current);
    expect(level).toBeTruthy();
    if (!level) return;
    const { change, namesComparedPrompts } = summarizeTile(level, judgeChange(comparison), series.unit);
    expectResult({ ...level, denominator: level.answers, ...change, note: namesComparedPrompts }, vector);
  });

  test.each(listVectors('explain'))('%s', (_, vector) => {
    const { series, comparison } = compareVector(vector);
    const { by } = z.object({ by: z.enum(['engine', 'prompt']) }).parse(vector.input);
    const explained = explainDifference(
      comparison,
      { parts: series.sums, wholes: series.answers },
      (index) => series.panel.segments[index]?.[by] ?? '',
    );
    expectResult(
      {
        ...explained,
        raw: explained?.total,
        weights: explained?.answersPerSegment,
        parts: Object.fromEntries(explained?.parts.map(({ key, difference }) => [key, difference]) ?? []),
      },
      vector,
    );
  });

  test.each(listVectors('model'))('%s', (_, vector) => {
    const counts = z.record(z.string(), z.number());
    const { current, previous, currentDays, previousDays } = z
      .object({ current: counts, previous: counts, currentDays: z.number(), previousDays: z.number() })
      .parse(vector.input);
    const toServed = (answers: Record<string, number>, runDays: number) => ({
      answers: new Map(Object.entries(answers)),
      runDays,
    });
    const change = measureModelChange(toServed(current, currentDays), toServed(previous, previousDays));
    expectResult({ ...change, changed: change?.isChanged ?? null }, vector);
  });
});
