import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderAnswerHtml } from '#lib/service/requests/render-answer-html';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService, type TestService } from '#tests/support/service';

let providers: MockProviderServer;
let testService: TestService;
beforeAll(async () => {
  providers = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: ({ prompt }) =>
      /\.(json|txt)$/.test(prompt) ? { kind: 'recording', file: prompt } : undefined,
  });
  testService = await startService({
    OPENAI_API_KEY: 'openai-key-0123456789',
    OPENAI_BASE_URL: providers.url,
    GEMINI_API_KEY: 'gemini-key-0123456789',
    GEMINI_BASE_URL: providers.url,
    PERPLEXITY_API_KEY: 'perplexity-key-0123456789',
    PERPLEXITY_BASE_URL: providers.url,
  });
});
afterAll(async () => {
  await testService?.stop();
  await providers?.close();
});

test.each(['chat', 'gen', 'answer'])(
  'include.html: %s has a stored page even if its provider returns no HTML',
  async (engine) => {
    const organization = await testService.createTenant();
    const request = { prompt: 'Which <kayak> folds?', country: 'US' };
    const { body } = await organization.send('POST', `/v1/monitor/${engine}`, {
      ...request,
      include: { html: true },
    });
    const { pathname, search } = new URL(body.result.html);
    const page = await fetch(`${testService.baseUrl}${pathname}${search}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('<h1>Which &lt;kayak&gt; folds?</h1>');
    for (const { url } of body.result.sources) expect(html).toContain(url.replaceAll('&', '&amp;'));
    const plain = await organization.send('POST', `/v1/monitor/${engine}`, request);
    expect(plain.body.result).not.toHaveProperty('html');
  },
);

test.each(['kayaks-stream.sse.txt', 'kayaks-utf16-offsets.json'])(
  'every rawResponse event of chat has a type: %s',
  async (prompt) => {
    const organization = await testService.createTenant();
    const request = { prompt, country: 'US', include: { rawResponse: true } };
    const { rawResponse } = (await organization.send('POST', '/v1/monitor/chat', request)).body.result;
    expect(rawResponse.length).toBeGreaterThan(0);
    for (const event of rawResponse) expect(event.type).toMatch(/^\S+$/);
  },
);

test('a stored page contains no scripts and links only to web pages', () => {
  const [page = ''] = renderAnswerHtml('<script>alert(1)</script>', {
    text: '</div><img src=x onerror=alert(1)>',
    sources: [
      { url: 'javascript:alert(1)', label: 'Press' },
      { url: 'https://a.example/?a="&b', label: '' },
    ],
  });
  expect(page).not.toMatch(/<(script|img)|href="javascript/);
  expect(page).toContain('<a href="https://a.example/?a=&quot;&amp;b" rel="noreferrer">https://a.example');
  expect(renderAnswerHtml('Kayaks', { newsResults: [] })).toEqual([]);
});
