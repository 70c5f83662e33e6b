import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { getExperiment, listExperiments } from '#lib/dashboard/experiments/experiments';
import { annotationLabel, listAnnotationsByDay } from '#lib/dashboard/exports/annotation-column';
import { type ExportedRow, type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { rateLabels, rateValues, roundValue } from '#lib/dashboard/exports/metric-columns';

/** The effects of all experiments, or of the one given as `experiment`. */
export const experimentsTable: ExportedTable = {
  columns: toColumns({
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
          ...rateValues('treated_before', effect.treatment.before),
          ...rateValues('treated_after', effect.treatment.now),
          ...rateValues('control_before', effect.control.before),
          ...rateValues('control_after', effect.control.now),
          difference: roundValue(effect.difference),
          difference_low: roundValue(effect.interval?.low),
          difference_high: roundValue(effect.interval?.high),
          verdict: effect.verdict,
        });
      }
    }
    return rows;
  },
};

/** Visibility by day of the treatment and control prompts of the experiment given as `experiment`. */
export const experimentByDayTable: ExportedTable = {
  columns: toColumns({
    day: 'Day',
    prompts: 'Prompts',
    ...rateLabels('visibility', 'Visibility'),
    ...annotationLabel,
  }),
  async rows(context, filters, asked) {
    const [experimentId = ''] = getParameterValues(asked, 'experiment');
    if (experimentId === '') return [];
    const experiment = await getExperiment(context, { projectId: filters.projectId, experimentId });
    const result = await getExperimentResult(context, filters, experiment);
    if (!result) return [];
    const { before, after } = result.windows;
    const happened = await listAnnotationsByDay(context, { ...filters, from: before.from, to: after.to });
    const { days, treatment, control } = result.days;
    return days.flatMap((day, index) =>
      [
        { prompts: 'changed', rate: treatment[index] ?? null },
        { prompts: 'others', rate: control[index] ?? null },
      ].map(({ prompts, rate }) => ({
        day,
        prompts,
        ...rateValues('visibility', rate),
        happened: happened.get(day) ?? null,
      })),
    );
  },
};
