import { addDays } from '#lib/core/time';
import { createShiftTest, type ShiftQuestion } from '#lib/dashboard/statistics/alerts/test-shift';
import { type WatchedMetric, watchSeries } from '#lib/dashboard/statistics/alerts/watched-metric';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
import { createPanel, type MetricSeries, type Panel } from '#lib/dashboard/statistics/panel/panel';
import { drawNormal, toProbability } from '#tests/support/draw-normal';

/** A project whose visibility is watched: prompts on three engines, with one answer a run. */
export interface SimulatedWatch {
  prompts: number;
  daysBetweenRuns?: number;
  /** The probability that an answer repeats that of the run before. */
  repeated?: number;
  /** The standard deviation, on the logit scale, of what all answers of an engine on a day share. */
  shock?: number;
  /** The same for a shift that lasts, and its correlation on consecutive days. */
  drift?: number;
  driftCorrelation?: number;
}

export interface SimulatedSpan extends SimulatedWatch {
  days: number;
  /** A loss of visibility from a day on, as a share. */
  loss?: { from: number; size: number };
}

const engineCount = 3;

/** Simulates the answers about a brand and two other brands, which share the shifts of no engine. */
export function simulateWatched(random: () => number, options: SimulatedSpan): WatchedMetric {
  const [own, ...others] = simulateBrands(random, options);
  if (!own) throw new Error('There is no brand.');
  return watchSeries(own, others);
}

/** Simulates the mentions of a brand and of two other brands. */
export function simulateBrands(random: () => number, options: SimulatedSpan): MetricSeries[] {
  const panel = buildPanel(options);
  const answers = new Float64Array(panel.segments.length * options.days);
  const { daysBetweenRuns = 1 } = options;
  for (let index = 0; index < answers.length; index += 1)
    answers[index] = (index % options.days) % daysBetweenRuns === 0 ? 1 : 0;
  const simulate = (level: number, loss?: SimulatedSpan['loss']): MetricSeries => ({
    panel,
    answers,
    sums: simulateMentions(random, panel, { ...options, answers, level, loss }),
    squares: null,
    unit: 1,
    ratioSpread: null,
  });
  return [simulate(-0.2, options.loss), simulate(0.3), simulate(-0.9)];
}

function buildPanel({ prompts, days }: SimulatedSpan): Panel {
  return createPanel(
    Array.from({ length: days }, (_, day) => addDays('2024-01-01', day)),
    Array.from({ length: prompts * engineCount }, (_, index) => ({
      key: `${index}`,
      prompt: `${Math.floor(index / engineCount)}`,
      engine: `${index % engineCount}`,
      place: 'US',
      country: 'US',
      access: '',
      topic: null,
      tags: [],
      isBranded: false,
    })),
  );
}

interface MentionOptions extends Omit<SimulatedSpan, 'loss'> {
  answers: Float64Array;
  /** The mean level on the logit scale. */
  level: number;
  loss: SimulatedSpan['loss'] | undefined;
}

function simulateMentions(random: () => number, panel: Panel, options: MentionOptions): Float64Array {
  const { days, answers, level, loss, repeated = 0 } = options;
  const shifts = Array.from({ length: engineCount }, () => simulateShifts(random, options));
  const prompts = new Map<string, number>();
  const sums = new Float64Array(answers.length);
  for (const [segment, { prompt, engine }] of panel.segments.entries()) {
    const promptLevel = prompts.get(prompt) ?? level + 1.2 * drawNormal(random);
    prompts.set(prompt, promptLevel);
    const ownLevel = promptLevel + 0.6 * drawNormal(random);
    let last: number | null = null;
    for (let day = 0; day < days; day += 1) {
      const index = segment * days + day;
      if (at(answers, index) === 0) continue;
      const rate = toProbability(ownLevel + (shifts[Number(engine)]?.[day] ?? 0));
      const lost = loss && day >= loss.from ? Math.max(0, rate - loss.size) : rate;
      const drawn: number = random() < lost ? 1 : 0;
      last = last !== null && random() < repeated ? last : drawn;
      sums[index] = last;
    }
  }
  return sums;
}

/** Simulates what the answers of an engine share on each day. */
function simulateShifts(
  random: () => number,
  { days, shock = 0, drift = 0, driftCorrelation = 0.9 }: MentionOptions,
): number[] {
  let lasting = drift * drawNormal(random);
  return Array.from({ length: days }, () => {
    lasting = driftCorrelation * lasting + Math.sqrt(1 - driftCorrelation ** 2) * drift * drawNormal(random);
    return lasting + shock * drawNormal(random);
  });
}

type Tier = Pick<ShiftQuestion, 'tier' | 'direction'>;
export const fallTier: Tier = { tier: 'fast', direction: 'down' };
export const strictTier: Tier = { tier: 'strict', direction: 'either' };

/** Days without a signal after which an alert is cleared. */
const clearDays = 7;

/** Returns the days on which an alert is raised. */
export function listRaisings(
  metric: WatchedMetric,
  tier: Tier,
  { from, to, max = Number.POSITIVE_INFINITY }: { from: number; to: number; max?: number },
): number[] {
  const test = createShiftTest(metric, 0);
  const segments = [...metric.panel.segments.keys()];
  const raised: number[] = [];
  let lastSignal: number | null = null;
  for (let day = from; day < to && raised.length < max; day += 1) {
    if (metric.sumDay(day, segments).counted === 0) continue;
    if (test.find(day, { ...tier, segments }).finding?.isSignal) {
      if (lastSignal === null) raised.push(day);
      lastSignal = day;
    } else if (lastSignal !== null && day - lastSignal >= clearDays) lastSignal = null;
  }
  return raised;
}
