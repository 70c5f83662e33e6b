import { describe, expect, test } from 'vitest';
import { estimateCredits, getRequestCredits } from '#lib/contract/credits';
import { engineSpecs, engines, getEngineName, toTaskType } from '#lib/contract/engines';
import { exampleRequests } from '#lib/contract/examples/examples';
import { describeRequestForm, type FormField, groupRoutes } from '#lib/contract/openapi/request-form';
import { requestSchemas } from '#lib/contract/requests';
import { type RouteName, routes } from '#lib/contract/routes';
import { listShownFields, setField, toRecord } from '../../app/(dashboard)/developers/playground/form-state';

const names = Object.keys(routes) as RouteName[];

/** Lists the paths of all values in an object. */
function listPaths(value: unknown, path: string[] = []): string[] {
  const entries = Object.entries(toRecord(value));
  return entries.length === 0 && path.length > 0
    ? [path.join('.')]
    : entries.flatMap(([name, item]) => listPaths(item, [...path, name]));
}

/** Lists the paths of the fields that a form shows for an object. */
function listFieldPaths(
  fields: readonly FormField[],
  value: Record<string, unknown>,
  path: string[] = [],
): string[] {
  return fields.flatMap((field) => {
    const fieldPath = [...path, field.name];
    if (field.kind !== 'object') return [fieldPath.join('.')];
    const record = toRecord(value[field.name]);
    return [fieldPath.join('.'), ...listFieldPaths(listShownFields(field.form, record), record, fieldPath)];
  });
}

test('the list of endpoints contains every endpoint of the route table once', () => {
  const listed = groupRoutes().flatMap((group) => group.routes.map(({ name }) => name));
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test('the labels of endpoints and of engine options name the product beside the engine', () => {
  const labels = groupRoutes().flatMap((group) => group.routes.map(({ label }) => label));
  expect(labels).toContain('POST /v1/monitor/search/news · Google News');
  expect(labels).toContain('GET /v1/credits');
  const listLabels = (name: RouteName, field: string) => {
    const { query, body } = describeRequestForm(name);
    const found = [...query, ...(body?.fields ?? [])].find((candidate) => candidate.name === field);
    return found?.kind === 'choice' ? found.options.map(({ label }) => label) : found?.description;
  };
  expect(listLabels('monitor', 'model')).toContain('answer · Perplexity');
  expect(listLabels('listCountries', 'model')).toContain('chat · ChatGPT');
  expect(listLabels('createTask', 'taskType')).toContain('SEARCH/NEWS · Google News');
  expect(listLabels('getMetricsSummary', 'engine')).toContain(
    'answer = Perplexity, office = Microsoft Copilot',
  );
});

test.each(engines)('the summary of the endpoint of the %s engine names its product', (engine) => {
  expect(describeRequestForm(`monitor:${engine}`).summary).toBe(`Query ${getEngineName(engine)}`);
});

describe.each(names)('the form of %s', (name) => {
  const route = routes[name];
  const form = describeRequestForm(name);
  const example = exampleRequests[name];

  test('has every part of the endpoint', () => {
    const hasPart = (part: string) => part in route;
    expect([form.params.length > 0, form.query.length > 0, form.body !== null]).toEqual(
      ['params', 'query', 'body'].map(hasPart),
    );
    expect([form.method, form.path]).toEqual([route.method, route.path]);
  });

  test('has a field for every value of its example', () => {
    const bodies = Array.isArray(example.body) ? example.body : [example.body];
    for (const body of bodies.map(toRecord)) {
      const entered = form.body ? listFieldPaths(listShownFields(form.body, body), body) : [];
      expect(entered).toEqual(expect.arrayContaining(listPaths(body)));
    }
    for (const part of ['params', 'query'] as const) {
      expect(form[part].map((field) => field.name)).toEqual(
        expect.arrayContaining(Object.keys(example[part] ?? {})),
      );
    }
  });
});

test.each(engines)(
  'the forms with the %s engine have exactly the fields that the engine accepts',
  (engine) => {
    const accepted = listAcceptedFields(engine).toSorted();
    const engineForm = describeRequestForm(`monitor:${engine}`).body;
    const genericForm = describeRequestForm('monitor').body;
    const taskForm = describeRequestForm('createTask').body;
    if (!engineForm || !genericForm || !taskForm) throw new Error('A form has no body.');
    const getNames = (fields: readonly FormField[]) => fields.map(({ name }) => name).toSorted();
    expect(getNames(engineForm.fields)).toEqual(accepted);
    expect(getNames(listShownFields(genericForm, { model: engine }))).toEqual(
      ['model', ...accepted].toSorted(),
    );
    const payload = listShownFields(taskForm, { taskType: toTaskType(engine) }).find(
      ({ name }) => name === 'payload',
    );
    expect(payload?.kind === 'object' && getNames(payload.form.fields)).toEqual(accepted);
  },
);

/** Lists the fields that the schema of an engine's request accepts. */
function listAcceptedFields(engine: (typeof engines)[number]): string[] {
  const values = {
    prompt: 'A',
    query: 'A',
    country: 'US',
    hl: 'en',
    // Engines that do not know it ignore it.
    ...(engineSpecs[engine].acceptsGl && { gl: 'us' }),
    state: 'CA',
    location: 'A,B,C',
    uule: 'w+A',
    device: 'mobile',
    pages: 2,
    include: {},
  };
  const required = { prompt: 'A', query: 'A', country: 'US' };
  if (!requestSchemas[engine].safeParse(required).success) return [];
  const usesQuery = 'query' in toRecord(exampleRequests[`monitor:${engine}`].body);
  return Object.keys(values)
    .filter((field) => field !== (usesQuery ? 'prompt' : 'query'))
    .filter(
      (field) => requestSchemas[engine].safeParse({ ...required, [field]: toRecord(values)[field] }).success,
    );
}

test('choosing another engine removes the fields that it does not accept', () => {
  const { body } = describeRequestForm('monitor');
  if (!body) throw new Error('The form has no body.');
  const search = { model: 'search', query: 'shoes', pages: 2, country: 'DE' };
  expect(setField(body, search, 'model', 'chat')).toEqual({ model: 'chat', country: 'DE' });
});

describe('the estimated credits', () => {
  test.each(engines)('equal the price of a request to %s, however it is sent', (engine) => {
    const flags = [
      {},
      { markdown: true },
      { searchQueries: true, ads: true },
      { rawResponse: true },
      { overview: true },
      { overview: {} },
      { overview: { markdown: true } },
      { overview: false },
      { html: null, overview: null },
    ];
    for (const include of flags) {
      for (const more of [{}, { state: 'CA' }, { pages: 4 }, { state: null, pages: null }]) {
        const body = { prompt: 'A', query: 'A', country: 'US', ...more, include };
        const parsed = requestSchemas[engine].safeParse(body);
        if (!parsed.success) continue;
        const credits = getRequestCredits(engine, parsed.data);
        const task = { taskType: toTaskType(engine), payload: body };
        expect([
          estimateCredits(`monitor:${engine}`, body),
          estimateCredits('monitor', { ...body, model: engine }),
          estimateCredits('createTask', task),
          estimateCredits('createTasks', [task, task, {}]),
        ]).toEqual([credits, credits, credits, 2 * credits]);
      }
    }
  });

  test.each([{ overview: 'yes' }, { overview: 1 }, { overview: [] }])(
    'ignore the invalid flag %j',
    (include) => {
      const body = { prompt: 'A', country: 'US', include };
      expect(estimateCredits('monitor:search', body)).toBe(getRequestCredits('search', {}));
    },
  );

  test.each([null, undefined, 1, 'a', [], {}, { model: 'none' }, { taskType: 5, payload: 'a' }])(
    'are a number for the incomplete body %j',
    (body) => {
      for (const name of names) expect(estimateCredits(name, body)).toBeGreaterThanOrEqual(0);
      expect(estimateCredits('getCredits', body)).toBe(0);
    },
  );
});
