import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineSpecs } from '#lib/contract/engines';
import { allSandboxEngines } from '#tests/support/sandbox';
import { startService, type Tenant, type TestService } from '#tests/support/service';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.createTenant();
});
afterAll(() => service.stop());

/** Queries an engine over HTTP with the given flags of `include`. */
function queryEngine(
  engine: keyof typeof engineSpecs,
  prompt: string,
  flags: readonly string[],
  extraFields = {},
) {
  return tenant.send('POST', `/v1/monitor/${engine}`, {
    [engineSpecs[engine].promptField]: prompt,
    country: 'US',
    include: Object.fromEntries(flags.map((flag) => [flag, true])),
    ...extraFields,
  });
}

const shopping = ['shoppingCards', 'inlineProducts'];
const getFields = (flag: string) => (flag === 'shopping' ? shopping : [flag]);

describe('the sandbox over HTTP', () => {
  test.each(allSandboxEngines)('%s returns the fields of its flags only if these are set', async (engine) => {
    const { includeFlags } = engineSpecs[engine];
    const prompt = 'Where can I buy the best trail shoes near me?';
    const all = await queryEngine(engine, prompt, includeFlags);
    expect(all.status).toBe(200);
    const none = await queryEngine(engine, prompt, []);
    expect(none.status).toBe(200);
    for (const field of includeFlags.flatMap(getFields)) {
      expect(all.body.result, field).toHaveProperty(field);
      expect(none.body.result, field).not.toHaveProperty(field);
    }
  });

  test('stores one page of HTML for each page of results', async () => {
    for (const engine of ['search', 'search/news'] as const) {
      const { body } = await queryEngine(engine, 'trail shoes', ['html'], { pages: 2 });
      expect(body.result.html).toHaveLength(2);
      for (const [index, pageUrl] of body.result.html.entries()) {
        const { pathname, search } = new URL(pageUrl);
        expect(pathname).toMatch(new RegExp(`/page-${index + 1}\\.html$`));
        const page = await (await fetch(`${service.baseUrl}${pathname}${search}`)).text();
        expect(page).toContain(`Page ${index + 1}`);
      }
    }
  });

  test('includes the overview in search results on request, with Markdown on request', async () => {
    const search = async (overview?: unknown) =>
      (await queryEngine('search', 'What are the best trail shoes?', [], { include: { overview } })).body
        .result;
    expect(await search()).not.toHaveProperty('overview');
    expect((await search(true)).overview).not.toHaveProperty('markdown');
    expect((await search({ markdown: true })).overview.markdown).toContain('**');
  });

  test('responds with 502 for social, which the sandbox does not simulate', async () => {
    const { status, body } = await queryEngine('social', 'best trail shoes', []);
    expect(status).toBe(502);
    expect(body.error).toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR', details: { service: 'social' } });
  });
});
