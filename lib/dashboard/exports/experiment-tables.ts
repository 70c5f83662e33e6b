import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { getExperiment, listExperiments } from '#lib/dashboard/experiments/experiments';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineTable, type TableInput } from '#lib/dashboard/exports/define-table';

/**
 * Returns the name of the experiment in the URL parameter `experiment`, for the file name; empty without the parameter.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
async function labelExperiment(...[context, { projectId }, parameters]: TableInput): Promise<string[]> {
  const [experimentId = ''] = getParameterValues(parameters, 'experiment');
  return experimentId === '' ? [] : [(await getExperiment(context, { projectId, experimentId })).name];
}

export const experimentTables = {
  /**
   * The effects of all experiments, or of the one in the URL parameter `experiment`; none for experiments without a
   * result.
   */
  experiments: defineTable({
    label: labelExperiment,
    async rows(context, filters, parameters) {
      const [experimentId] = getParameterValues(parameters, 'experiment');
      const { projectId } = filters;
      const experiments = experimentId
        ? [await getExperiment(context, { projectId, experimentId })]
        : await listExperiments(context, { projectId });
      const rows = [];
      for (const experiment of experiments) {
        const result = await getExperimentResult(context, filters, experiment);
        if (!result) continue;
        rows.push(
          { ...experiment, metric: 'Visibility', effect: result.visibility },
          { ...experiment, metric: 'Citation rate', effect: result.citationRate },
        );
      }
      return rows;
    },
    columns: [
      { key: 'name', label: 'Experiment', value: ({ name }) => name },
      {
        key: 'description',
        label: 'What changes',
        isLong: true,
        value: ({ description }) => description,
      },
      { key: 'changed_on', label: 'Date of the change', format: 'day', value: ({ changedOn }) => changedOn },
      { key: 'metric', label: 'Metric', value: ({ metric }) => metric },
      { key: 'treated_before', label: 'Treatment before', rate: ({ effect }) => effect.treatment.before },
      { key: 'treated_after', label: 'Treatment after', rate: ({ effect }) => effect.treatment.after },
      { key: 'control_before', label: 'Control before', rate: ({ effect }) => effect.control.before },
      { key: 'control_after', label: 'Control after', rate: ({ effect }) => effect.control.after },
      {
        key: 'difference',
        label: 'Effect (difference in differences)',
        format: 'percent',
        value: ({ effect }) => effect.difference,
      },
      {
        key: 'difference_low',
        label: 'Effect (difference in differences), 95% interval low',
        format: 'percent',
        value: ({ effect }) => effect.interval?.low,
      },
      {
        key: 'difference_high',
        label: 'Effect (difference in differences), 95% interval high',
        format: 'percent',
        value: ({ effect }) => effect.interval?.high,
      },
      { key: 'verdict', label: 'Verdict', value: ({ effect }) => effect.verdict },
    ],
  }),
  /** Visibility by day of the treatment and control prompts of the experiment in the URL parameter `experiment`. */
  'experiment-by-day': defineTable({
    label: labelExperiment,
    async rows(context, filters, parameters) {
      const [experimentId = ''] = getParameterValues(parameters, 'experiment');
      if (experimentId === '') return [];
      const experiment = await getExperiment(context, { projectId: filters.projectId, experimentId });
      const result = await getExperimentResult(context, filters, experiment);
      if (!result) return [];
      const { windows, series } = result;
      const period = { from: windows.before.from, to: windows.after.to };
      const annotations = await listAnnotationsByDay(context, { ...filters, ...period });
      return series.days.flatMap((day, index) => [
        { day, prompts: 'treatment', rate: series.treatment[index], annotations: annotations.get(day) },
        { day, prompts: 'control', rate: series.control[index], annotations: annotations.get(day) },
      ]);
    },
    columns: [
      { key: 'day', label: 'Day', format: 'day', value: ({ day }) => day },
      { key: 'prompts', label: 'Prompts', value: ({ prompts }) => prompts },
      { key: 'visibility', label: 'Visibility', rate: ({ rate }) => rate },
      { key: 'annotations', label: 'Annotations', isLong: true, value: ({ annotations }) => annotations },
    ],
  }),
};
