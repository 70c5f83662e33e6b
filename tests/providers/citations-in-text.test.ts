import { describe, expect, it, test } from 'vitest';
import { toChatResult as toScrapedChatResult } from '#lib/providers/dataforseo/transform-scraped';
import { toOverviewResult as toDataForSeoOverviewResult } from '#lib/providers/dataforseo/transform-serp';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { readRemoteResult } from '#lib/providers/remote/transform';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toSocialResult } from '#lib/providers/xai/transform';

interface Cited {
  text: string;
  sources: readonly { url: string }[];
  citationPills?: readonly { url: string; position: number }[] | undefined;
}

const listUrls = ({ citationPills }: Cited) => citationPills?.map(({ url }) => url);
const test1 = 'https://tanktest.example/hulls';
const test2 = 'https://paddler.example/fold?id=3';
const buildMessage = (text: string, fields: object = {}) => ({
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text, ...fields }] }],
});
const readGemini = (text: string, groundingMetadata: object = {}, resolved = new Map<string, string>()) => {
  const body = { candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP', groundingMetadata }] };
  return toGenResult(readGeminiAnswer([body], false), resolved);
};

const markdown = `The Coracle stays dry ([tanktest.example](${test1})).\n\nAs [a paddler](${test2}) says, it folds. See also ${test1}`;
const textWithoutMarks = `The Coracle stays dry.\n\nAs a paddler says, it folds. See also ${test1}`;
/** The same Markdown answer through each provider of one, without any structure for citations. */
const readers: [string, () => Cited][] = [
  ['OpenAI', () => toChatResult(readResponse([buildMessage(markdown, { annotations: [] })], 'OpenAI'))],
  [
    'OpenAI without a list of annotations',
    () => toChatResult(readResponse([buildMessage(markdown)], 'OpenAI')),
  ],
  ['xAI', () => toSocialResult(readResponse([buildMessage(markdown)], 'xAI'))],
  ['Perplexity', () => toAnswerResult(readPerplexityResponse([buildMessage(markdown)]))],
  ['Gemini', () => readGemini(markdown, { groundingChunks: [] })],
  ['DataForSEO ChatGPT', () => toScrapedChatResult({ markdown })],
  ['DataForSEO overview', () => toDataForSeoOverviewResult({ items: [{ type: 'ai_overview', markdown }] })],
  ['SerpApi overview', () => toOverviewResult({ reconstructed_markdown: markdown }, {})],
];

test.each(readers)('%s: links in the text are citations and sources', (_, read) => {
  const result = read();
  expect(listUrls(result)).toEqual([test1, test2, test1]);
  expect(result.text).toBe(textWithoutMarks);
  expect(result.sources.map(({ url }) => url)).toEqual([test1, test2]);
});

describe('OpenAI', () => {
  it('counts an annotated link once, and other links beside it', () => {
    const text = `It folds ([paddler.example](${test2})). It floats [here](${test1}).`;
    const annotation = {
      type: 'url_citation',
      url: test2,
      title: 'Fold 3',
      start_index: 9,
      end_index: text.indexOf('. It'),
    };
    const search = { type: 'web_search_call', action: { sources: [{ url: test1, title: 'Hulls' }] } };
    const body = buildMessage(text, { annotations: [annotation] });
    const result = toChatResult(readResponse([{ ...body, output: [search, ...body.output] }], 'OpenAI'));
    expect(listUrls(result)).toEqual([test2, test1]);
    expect(result.citationPills?.map(({ label }) => label)).toEqual(['Fold 3', 'Hulls']);
    expect(result.sources.map(({ footnote }) => footnote)).toEqual([false, false]);
    expect(result.text).toBe('It folds. It floats here.');
  });

  it('reports no citations for an answer without links, and none are known without annotations', () => {
    expect(
      toChatResult(readResponse([buildMessage('Dry.', { annotations: [] })], 'OpenAI')).citationPills,
    ).toEqual([]);
    expect(toChatResult(readResponse([buildMessage('Dry.')], 'OpenAI'))).not.toHaveProperty('citationPills');
  });
});

test('xAI: markers and annotations of one place count once', () => {
  const text = `It floats.[[1]](${test1}) It folds.[[2]](${test2})`;
  const annotations = [
    { type: 'url_citation', url: test1, title: '1', start_index: 10, end_index: 18 + test1.length },
  ];
  const result = toSocialResult(readResponse([buildMessage(text, { annotations })], 'xAI'));
  expect(listUrls(result)).toEqual([test1, test2]);
  expect(result.text).toBe('It floats. It folds.');
});

test('Perplexity: links in prose count beside markers of results', () => {
  const searches = { type: 'search_results', results: [{ id: 4, url: test1, title: 'Hulls' }] };
  const message = buildMessage(`It floats.[4] It folds, says [a paddler](${test2}). Dry [4](${test1}).`);
  const result = toAnswerResult(
    readPerplexityResponse([{ ...message, output: [searches, ...message.output] }]),
  );
  expect(listUrls(result)).toEqual([test1, test2, test1]);
  expect(result.sources).toMatchObject([{ label: 'Hulls' }, { label: 'a paddler' }]);
  expect(result.text).toBe('It floats. It folds, says a paddler. Dry.');
});

describe('Gemini', () => {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

  it('reads the sources of an answer without grounding from its links and its list of sources', () => {
    const text = `Take a coracle, says [paddler.example](${redirect}A).\n\n## Quellen\n* [tanktest.example](${redirect}B)\n* [paddler.example](${redirect}A)`;
    const result = readGemini(text);
    expect(result.sources.map(({ label }) => label)).toEqual(['paddler.example', 'tanktest.example']);
    expect(result.citationPills?.map(({ domain }) => domain)).toEqual([
      'paddler.example',
      'tanktest.example',
    ]);
    const resolved = readGemini(text, {}, new Map([[`${redirect}B`, test1]]));
    expect(listUrls(resolved)).toEqual([`${redirect}A`, test1]);
  });

  it('counts a link inside a passage that is grounded in its page once', () => {
    const text = `Ünder 10 kg, says [a paddler](${test2}). It floats, says [a tester](${test1}).`;
    const bytes = Buffer.byteLength(text.slice(0, text.indexOf(' It floats')));
    const result = readGemini(text, {
      groundingChunks: [{ web: { uri: test2, title: 'Fold 3' } }],
      groundingSupports: [{ segment: { endIndex: bytes }, groundingChunkIndices: [0] }],
    });
    expect(listUrls(result)).toEqual([test2, test1]);
  });
});

describe('SerpApi', () => {
  const references = [
    { index: 0, title: 'Nine hulls', link: test1, source: 'Tank Test' },
    { index: 1, title: 'Fold 3', link: test2, source: 'The Paddler' },
    { index: 2, title: 'Elsewhere', link: 'https://else.example/', source: 'Else' },
  ];

  it('counts links in the text beside references, once if a block has both', () => {
    const result = toOverviewResult(
      {
        text_blocks: [
          {
            type: 'paragraph',
            snippet: 'A tank test of hulls.',
            snippet_links: [{ text: 'tank test', link: `${test1}?utm_source=g` }],
          },
          {
            type: 'list',
            list: [
              {
                snippet: 'It folds.',
                snippet_links: [{ text: 'folds', link: test2 }],
                reference_indexes: [1, 0],
              },
            ],
          },
          {
            type: 'paragraph',
            snippet: 'See https://maker.example/x.',
            snippet_links: [{ text: 'See', link: 'https://www.google.com/search?q=x' }],
          },
          {
            type: 'table',
            table: [['Hull']],
            detailed: [[{ snippet: 'Hull', snippet_links: [{ text: 'Hull', link: test1 }] }]],
          },
        ],
        references,
      },
      {},
    );
    expect(result.citationPills?.map(({ position }) => position)).toEqual([1, 2, 1, 4, 1]);
    expect(result.sources[3]).toMatchObject({ url: 'https://maker.example/x' });
  });

  it.each([
    ['a link with the name and further sources', 'Pack it dry. Tank Test +2', 'Pack it dry.', [1]],
    ['the name of a reference after a sentence', 'Pack it dry. The Paddler', 'Pack it dry.', [2]],
    ['its title', 'Pack it dry! Nine hulls', 'Pack it dry!', [1]],
    ['several names', 'Pack it dry. Tank Test The Paddler +1', 'Pack it dry.', [1, 2]],
    [
      'a name glued to a Japanese sentence',
      '乾かしてから収納します。The Paddler',
      '乾かしてから収納します。',
      [2],
    ],
    ['a name on a line of its own', 'Pack it dry\nThe Paddler', 'Pack it dry', [2]],
    ['an unknown name with further sources', 'Pack it dry. Somebody Other +3', 'Pack it dry.', undefined],
    ['a name glued to a word, with further sources', 'Pack it dryTank Test +2', 'Pack it dry', [1]],
    ['a name in a sentence', 'The best shop is The Paddler', 'The best shop is The Paddler', undefined],
    ['a name that is the item', 'The Paddler', 'The Paddler', undefined],
    ['a verdict', 'Best overall: The Paddler', 'Best overall: The Paddler', undefined],
  ])('takes the label of a source chip out of the text: %s', (_, snippet, text, positions) => {
    const result = toSearchAiResult(
      { text_blocks: [{ type: 'list', list: [{ snippet }] }], references },
      'GB',
    );
    expect(result.text).toBe(`• ${text}`);
    expect(result.citationPills?.map(({ position }) => position)).toEqual(positions);
    if (text !== snippet) expect(result.markdown).not.toMatch(/Paddler|Nine hulls|Tank Test|Somebody/);
  });

  it('takes the label of a source chip out of a table', () => {
    const table = [['Tip'], ['Dry it. The Paddler'], ['Fold it Tank Test +1'], ['The Paddler']];
    const result = toSearchAiResult({ text_blocks: [{ type: 'table', table }], references }, 'GB');
    expect(result.text).toBe('Tip\nDry it.\nFold it\nThe Paddler');
    expect(result.citationPills?.map(({ position }) => position)).toEqual([2, 1]);
  });

  it('takes the label of a chip out of the middle of a text, and keeps other links', () => {
    const snippet = 'Dry it first. Tank Test +1 Then fold it. The Paddler Ask The Paddler.';
    const links = [
      { text: 'Tank Test +1', link: test1 },
      { text: 'The Paddler', link: test2 },
      { text: 'The Paddler', link: test2 },
    ];
    const result = toOfficeResult({ text_blocks: [{ snippet, snippet_links: links }], references }, 'GB');
    expect(result.text).toBe('Dry it first. Then fold it. Ask The Paddler.');
    expect(result.citationPills?.map(({ position }) => position)).toEqual([2, 1, 2]);
  });
});

const chipLabels = [
  [
    'after a list item',
    '- Pack it dry. Tank Test +2\n- Fold it. The Paddler',
    '- Pack it dry.\n- Fold it.',
    [1, 2],
  ],
  ['between sentences', 'Pack it dry. Tank Test +2 Then fold it.', 'Pack it dry. Then fold it.', [1]],
  ['glued to a word', 'Pack it dryTank Test+2', 'Pack it dry', [1]],
  ['of an unlisted site', 'Pack it dry. Some Site +1 Fold it. Other +3', 'Pack it dry. Fold it.', []],
  ['several', 'Pack it dry. Tank Test +1 Other +1 Fold it.', 'Pack it dry. Fold it.', [1]],
  [
    'on lines of their own',
    'Pack it dry.\nTank Test\n+2\n\nFold it.\nOther +1',
    'Pack it dry.\n\nFold it.',
    [1],
  ],
  ['a domain', 'Pack it dry. paddler.example +1', 'Pack it dry.', [2]],
  ['in Japanese', '乾かします。The Paddler +1', '乾かします。', [2]],
  [
    'in no other place',
    '1. Tank Test\n2. Tank Test +1\n\nThe Paddler is best. It costs 5 +2 for Tank Test',
    null,
    [],
  ],
  ['not in code', '```\nx = 1. Tank Test +2\n```', null, []],
  ['not as a heading', '## The Paddler\n\nDisney+ is an example of +1 things.', null, []],
] as const;
const listed = [
  { url: test1, title: 'Nine hulls', source_name: 'Tank Test' },
  { url: test2, title: 'Folding', source_name: 'The Paddler' },
];

describe('labels of source chips in texts of other page readers', () => {
  it.each(chipLabels)('DataForSEO: %s', (_, written, cleaned, positions) => {
    const { markdown, citationPills } = toScrapedChatResult({ markdown: written, sources: listed });
    expect(markdown).toBe(cleaned ?? written);
    expect(citationPills?.map(({ position }) => position) ?? []).toEqual(positions);
  });

  it.each(chipLabels)('another instance: %s', (_, written, cleaned, positions) => {
    const sources = listed.map(({ url, source_name }, index) => ({
      position: index + 1,
      url,
      label: source_name,
    }));
    const text = JSON.stringify({ success: true, result: { text: written, markdown: written, sources } });
    const { result } = readRemoteResult('office', text);
    expect(result).toMatchObject({ text: cleaned ?? written, markdown: cleaned ?? written });
    const pills = result.citationPills;
    expect(Array.isArray(pills) ? pills.map(({ position }) => position) : []).toEqual(positions);
  });

  it('another instance: cites a page once if it is reported, and reads the overview of a search', () => {
    const source = { position: 1, url: test1, label: 'Tank Test' };
    const pill = {
      label: 'Tank Test',
      citationPillId: 1,
      url: test1,
      domain: 'tanktest.example',
      position: 1,
    };
    const answer = { text: 'Pack it dry. Tank Test +2', sources: [source], citationPills: [pill] };
    const search = { organicResults: [], peopleAlsoAsk: [], relatedSearches: [], ads: [] };
    const body = { success: true, result: { ...search, overview: answer } };
    expect(readRemoteResult('search', JSON.stringify(body)).result.overview).toMatchObject({
      text: 'Pack it dry.',
      citationPills: [pill],
    });
  });
});

test('DataForSEO: a Markdown answer without links cites nothing, unless it lists pages, whose links may be lost', () => {
  expect(toScrapedChatResult({ markdown: 'A boat.', sources: null }).citationPills).toEqual([]);
  expect(toScrapedChatResult({ items: [{ text: 'A boat.' }] })).not.toHaveProperty('citationPills');
  expect(toScrapedChatResult({ markdown: 'A boat.', sources: [{ url: test1 }] })).not.toHaveProperty(
    'citationPills',
  );
  const page = {
    items: [{ type: 'ai_overview', markdown: 'A boat.', references: [{ url: test1 }], items: [] }],
  };
  expect(toDataForSeoOverviewResult(page)).not.toHaveProperty('citationPills');
});

test('another instance: the citations of an overview and of Grok are kept', () => {
  const pill = { label: 'A', citationPillId: 1, url: test1, domain: 'tanktest.example', position: 1 };
  const result = {
    text: 'A boat.',
    sources: [{ position: 1, url: test1, label: 'A' }],
    citationPills: [pill],
  };
  for (const engine of ['overview', 'social'] as const) {
    expect(readRemoteResult(engine, JSON.stringify({ result })).result).toEqual(result);
  }
});
