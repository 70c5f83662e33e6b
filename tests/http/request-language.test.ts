import { afterAll, expect, test } from 'vitest';
import { engineSpecs, engines, toTaskType } from '#lib/contract/engines';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });
const prompt = 'Quelles sont les meilleures chaussures de trail ?';

const buildBody = (engine: (typeof engines)[number], fields: object) => ({
  [engineSpecs[engine].promptField]: prompt,
  country: 'BE',
  ...fields,
});

test.each(engines)('%s accepts a language, and names hl if it is unknown', async (engine) => {
  for (const path of [`/v1/monitor/${engine}`, '/v1/monitor']) {
    const send = (fields: object) =>
      organization.send('POST', path, { model: engine, ...buildBody(engine, fields) });
    // No provider serves `social` in this test.
    expect((await send({ hl: 'fr' })).status).toBe(engine === 'social' ? 502 : 200);
    const { status, body } = await send({ hl: 'xx' });
    expect([status, body.error.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ field: 'hl', message: 'Invalid language code' }],
    ]);
  }
});

test('/v1/run accepts a language, and names hl if it is unknown', async () => {
  const send = (hl: string) =>
    organization.send('POST', '/v1/run', { prompt, model: 'CHAT', country: 'BE', hl });
  expect((await send('fr-BE')).status).toBe(200);
  const { status, body } = await send('klingon');
  expect([status, body.details]).toEqual([400, [{ field: 'hl', message: 'Invalid language code' }]]);
});

test('a task stores its language, and one with an unknown language or another country in gl is rejected', async () => {
  const buildTask = (fields: object) => ({
    taskType: toTaskType('search'),
    payload: buildBody('search', fields),
  });
  const { status, body } = await organization.send(
    'POST',
    '/v1/async/task',
    buildTask({ hl: 'FR-be', gl: 'Be' }),
  );
  expect(status).toBe(201);
  const { rows } = await testService.db.$client.query('SELECT request FROM tasks WHERE id = $1', [
    body.task.id,
  ]);
  expect(rows[0].request).toMatchObject({ country: 'BE', language: 'fr-BE' });
  const rejected = [buildTask({ hl: 'xx', gl: 'xx' }), buildTask({ gl: 'nl' })];
  const expected = [
    [
      { field: 'payload.gl', message: 'Invalid country code' },
      { field: 'payload.hl', message: 'Invalid language code' },
    ],
    [{ field: 'payload.gl', message: 'gl is another country than country. Send one of them' }],
  ];
  for (const [index, task] of rejected.entries()) {
    const single = await organization.send('POST', '/v1/async/task', task);
    expect([single.status, single.body.details]).toEqual([400, expected[index]]);
  }
  const batch = await organization.send('POST', '/v1/async/task/batch', rejected);
  expect(batch.body.results.map(({ error }: { error: { details: unknown } }) => error.details)).toEqual(
    expected.map((fields) => ({ fields })),
  );
});
