import type { z } from 'zod';
import { countrySchema, stateEntrySchema } from '#lib/contract/countries';
import { type Engine, engines, toTaskType } from '#lib/contract/engines';
import {
  answersPageSchema,
  breakdownSchema,
  gapsSchema,
  projectsPageSchema,
  promptsPageSchema,
  sourcesSchema,
  summarySchema,
  timeSeriesSchema,
} from '#lib/contract/metrics/results';
import {
  describeSchema,
  describeSchemas,
  isObject,
  type JsonObject,
  ref,
} from '#lib/contract/openapi/json-schema';
import { limits } from '#lib/contract/plans';
import { requestModelNote, requestSchemas, stateSchema } from '#lib/contract/requests';
import { citationPillSchema, sourceSchema } from '#lib/contract/results/assistants';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { resultMetaSchema } from '#lib/contract/results/meta';
import { changeSchema, metricSchema, rateSchema, sentimentSchema } from '#lib/contract/tables/metric-schemas';
import {
  batchCreatedSchema,
  errorEnvelopeSchema,
  queueStatusSchema,
  taskCreatedSchema,
  taskCreditsSchema,
  taskInputSchema,
  taskRecordSchema,
  taskSchema,
} from '#lib/contract/tasks';

const titles: Record<Engine, string> = {
  chat: 'Chat',
  gen: 'Gen',
  social: 'Social',
  answer: 'Answer',
  office: 'Office',
  searchai: 'SearchAi',
  overview: 'Overview',
  search: 'Search',
  'search/news': 'News',
};

/** Returns the schema name of an engine's request body. */
export const getRequestName = (engine: Engine): string => `${titles[engine]}Request`;
/** Returns the schema name of an engine's result. */
export const getResultName = (engine: Engine): string => `${titles[engine]}Result`;

const mapEngines = (getName: (engine: Engine) => string, schemas: Record<Engine, z.ZodType>) =>
  Object.fromEntries(engines.map((engine) => [getName(engine), schemas[engine]]));

/** Named schemas of responses; endpoints refer to them. */
export const responseSchemas: Record<string, z.ZodType> = {
  ...mapEngines(getResultName, resultSchemas),
  ResultMeta: resultMetaSchema,
  Source: sourceSchema,
  CitationPill: citationPillSchema,
  Task: taskSchema,
  TaskCredits: taskCreditsSchema,
  TaskRecord: taskRecordSchema,
  TaskCreated: taskCreatedSchema,
  BatchCreated: batchCreatedSchema,
  QueueStatus: queueStatusSchema,
  State: stateEntrySchema,
  Rate: rateSchema,
  Change: changeSchema,
  Metric: metricSchema,
  Sentiment: sentimentSchema,
  ProjectsPage: projectsPageSchema,
  PromptsPage: promptsPageSchema,
  MetricsSummary: summarySchema,
  TimeSeries: timeSeriesSchema,
  Breakdown: breakdownSchema,
  SourcesPage: sourcesSchema,
  GapsPage: gapsSchema,
  AnswersPage: answersPageSchema,
  Error: errorEnvelopeSchema,
};

/** Builds a conditional schema: if the fields match, `then` applies. */
function buildCondition(field: JsonObject, then: JsonObject): JsonObject {
  return { if: { properties: field, required: Object.keys(field) }, then };
}

function describeTaskBody(): JsonObject {
  const base = describeSchema(taskInputSchema, 'input');
  const properties = isObject(base.properties) ? base.properties : {};
  const payload = {
    description: 'The body of the synchronous request of the same engine',
    anyOf: engines.map((engine) => ref(getRequestName(engine))),
  };
  const allOf = engines.map((engine) =>
    buildCondition(
      { taskType: { const: toTaskType(engine) } },
      { properties: { payload: ref(getRequestName(engine)) } },
    ),
  );
  return { ...base, properties: { ...properties, payload }, allOf };
}

function describeMonitorBody(): JsonObject {
  return {
    type: 'object',
    description: 'The body of the engine’s endpoint, plus `model`',
    properties: {
      model: { type: 'string', enum: [...engines], description: requestModelNote },
    },
    required: ['model'],
    allOf: engines.map((engine) => buildCondition({ model: { const: engine } }, ref(getRequestName(engine)))),
  };
}

/** Adds `response`: the engine's result of a completed task, or the error of a failed one. */
function describeTaskRecord(base: JsonObject): JsonObject {
  const properties = isObject(base.properties) ? base.properties : {};
  const response = {
    description: 'Once COMPLETED, the fields of the engine’s result; once FAILED, the error; absent before',
    anyOf: [...engines.map((engine) => ref(getResultName(engine))), ref('TaskFailure')],
  };
  const matchTask = (status: string, taskType?: string): JsonObject => ({
    task: {
      properties: { status: { const: status }, ...(taskType ? { taskType: { const: taskType } } : {}) },
    },
  });
  const completed = engines.map((engine) =>
    buildCondition(matchTask('COMPLETED', toTaskType(engine)), {
      properties: { response: ref(getResultName(engine)) },
      required: ['response'],
    }),
  );
  const failed = buildCondition(matchTask('FAILED'), {
    properties: { response: ref('TaskFailure') },
    required: ['response'],
  });
  return { ...base, properties: { ...properties, response }, allOf: [...completed, failed] };
}

/** Builds all named schemas of the document. */
export function buildComponentSchemas(): Record<string, JsonObject> {
  const responses = describeSchemas(responseSchemas, 'output');
  const error = isObject(responses.Error?.properties) ? responses.Error.properties.error : undefined;
  return {
    ...describeSchemas(
      { ...mapEngines(getRequestName, requestSchemas), CountryCode: countrySchema, StateCode: stateSchema },
      'input',
    ),
    MonitorRequest: describeMonitorBody(),
    TaskBody: describeTaskBody(),
    TaskBatch: { type: 'array', items: ref('TaskBody'), minItems: 1, maxItems: limits.batchTasks },
    ...responses,
    TaskRecord: describeTaskRecord(responses.TaskRecord ?? {}),
    TaskFailure: {
      type: 'object',
      description: 'Why a task did not complete',
      properties: { error: error ?? {} },
      required: ['error'],
    },
  };
}
