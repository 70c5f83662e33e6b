import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { getExperiment } from '#lib/dashboard/experiments/get-experiment';
import { listExperiments } from '#lib/dashboard/experiments/list-experiments';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { happenedLabel, happenedOnDays } from '#lib/dashboard/exports/happened-on-days';
import { exact, rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** Every change marked, with what it did to each rate; with `experiment` beside the filters that one alone. */
export const experimentsTable: ExportedTable = {
  columns: columnsOf({
    name: 'Change',
    what: 'What was changed',
    changed_on: 'Since',
    rate: 'Rate',
    ...rateLabels('treated_before', 'Changed prompts before'),
    ...rateLabels('treated_after', 'Changed prompts after'),
    ...rateLabels('control_before', 'Other prompts before'),
    ...rateLabels('control_after', 'Other prompts after'),
    difference: 'Difference beyond the others',
    difference_low: 'Difference, 95% interval from',
    difference_high: 'Difference, 95% interval to',
    verdict: 'Verdict',
  }),
  async rows(context, filters, asked) {
    const rows: ExportedRow[] = [];
    const [experimentId] = getParameterValues(asked, 'experiment');
    const { projectId } = filters;
    const experiments = experimentId
      ? [await getExperiment(context, { projectId, experimentId })]
      : await listExperiments(context, { projectId });
    for (const experiment of experiments) {
      const { name, what, changedOn } = experiment;
      const result = await getExperimentResult(context, filters, experiment);
      if (!result) continue;
      const { visibility, citationRate } = result;
      for (const [rate, effect] of Object.entries({
        Visibility: visibility,
        'Citation rate': citationRate,
      })) {
        rows.push({
          name,
          what,
          changed_on: changedOn,
          rate,
          ...rateCells('treated_before', effect.treatment.before),
          ...rateCells('treated_after', effect.treatment.now),
          ...rateCells('control_before', effect.control.before),
          ...rateCells('control_after', effect.control.now),
          difference: exact(effect.difference),
          difference_low: exact(effect.interval?.low),
          difference_high: exact(effect.interval?.high),
          verdict: effect.verdict,
        });
      }
    }
    return rows;
  },
};

/** Visibility by day of the changed prompts and of the others, of the experiment named `experiment`. */
export const experimentByDayTable: ExportedTable = {
  columns: columnsOf({
    day: 'Day',
    prompts: 'Prompts',
    ...rateLabels('visibility', 'Visibility'),
    ...happenedLabel,
  }),
  async rows(context, filters, asked) {
    const [experimentId = ''] = getParameterValues(asked, 'experiment');
    if (experimentId === '') return [];
    const experiment = await getExperiment(context, { projectId: filters.projectId, experimentId });
    const result = await getExperimentResult(context, filters, experiment);
    if (!result) return [];
    const { before, after } = result.windows;
    const happened = await happenedOnDays(context, { ...filters, from: before.from, to: after.to });
    const { days, treatment, control } = result.days;
    return days.flatMap((day, index) =>
      [
        { prompts: 'changed', rate: treatment[index] ?? null },
        { prompts: 'others', rate: control[index] ?? null },
      ].map(({ prompts, rate }) => ({
        day,
        prompts,
        ...rateCells('visibility', rate),
        happened: happened.get(day) ?? null,
      })),
    );
  },
};
