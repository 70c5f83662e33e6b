import { experimentByDayTable } from '#lib/contract/tables/daily-rates';
import { experimentsTable } from '#lib/contract/tables/experiments';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getExperimentResult, listExperimentEffects } from '#lib/dashboard/experiments/experiment-result';
import { getExperiment, listExperiments } from '#lib/dashboard/experiments/experiments';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineRows, type TableInput } from '#lib/dashboard/exports/exported-table';

/**
 * Returns the name of the experiment in the URL parameter `experiment`, for the file name; empty without the parameter.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
async function labelExperiment(...[context, { projectId }, parameters]: TableInput): Promise<string[]> {
  const [experimentId = ''] = getParameterValues(parameters, 'experiment');
  return experimentId === '' ? [] : [(await getExperiment(context, { projectId, experimentId })).name];
}

export const experimentTables = [
  /**
   * The effects of all experiments, or of the one in the URL parameter `experiment`; none for experiments without a
   * result.
   */
  defineRows(experimentsTable, {
    label: labelExperiment,
    async rows(context, filters, parameters) {
      const [experimentId] = getParameterValues(parameters, 'experiment');
      const { projectId } = filters;
      const experiments = experimentId
        ? [await getExperiment(context, { projectId, experimentId })]
        : await listExperiments(context, { projectId });
      const effects = await listExperimentEffects(context, filters, experiments);
      return experiments.flatMap((experiment, index) => {
        const measured = effects[index];
        if (!measured) return [];
        return [
          { ...experiment, metric: 'Visibility', effect: measured.visibility },
          { ...experiment, metric: 'Citation rate', effect: measured.citationRate },
        ];
      });
    },
  }),
  /** Of the experiment in the URL parameter `experiment`. */
  defineRows(experimentByDayTable, {
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
  }),
];
