import { expect, test } from 'vitest';
import { readCitedAnswer as readMarkdown } from '#lib/providers/dataforseo/markdown-citations';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { toChatResult } from '#lib/providers/openai/transform';
import { toAnswerResult } from '#lib/providers/perplexity/transform';
import { readCitedAnswer as readBlocks } from '#lib/providers/serpapi/cited-answer';
import { formatShownNumber, parseCount, parsePrice } from '#lib/providers/serpapi/parse-fields';
import { parseBody } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { toSocialResult } from '#lib/providers/xai/transform';
import { findSlowReaders, hostileTexts, type TextReader } from '#tests/support/hostile-texts';

const page = 'https://a.example/one/of/the/pages/that/an/answer/cites';
const toResponse = (text: string) => ({
  output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
});
const toGeminiBody = (text: string) => ({
  candidates: [
    {
      content: { parts: [{ text }] },
      finishReason: 'STOP',
      groundingMetadata: {
        groundingChunks: [{ web: { uri: page } }],
        groundingSupports: [{ segment: { endIndex: 9 }, groundingChunkIndices: [0] }],
      },
    },
  ],
});
const readers: TextReader[] = [
  ['Markdown', toPlainText],
  ['an answer from ChatGPT', (text) => toChatResult(toResponse(text))],
  ['an answer from Grok', (text) => toSocialResult(toResponse(text))],
  [
    'an answer from Perplexity',
    (text) => toAnswerResult({ ...toResponse(text), searches: [{ results: [{ id: 1, url: page }] }] }),
  ],
  [
    'a Markdown answer with sources',
    (text) => readMarkdown(text, { answer: [{ url: page }], parts: [], isMarkdown: true }),
  ],
  ['an answer from Gemini', (text) => toGenResult(readGeminiAnswer([toGeminiBody(text)], false), new Map())],
  [
    'a paragraph with sources',
    (snippet) => readBlocks({ text_blocks: [{ snippet }], references: [{ link: page, source: 'b' }] }),
  ],
  ['a paragraph', (snippet) => readBlocks({ text_blocks: [{ type: 'paragraph', snippet }] })],
  ['a number', parseCount],
  ['a number to show as the engine does', formatShownNumber],
  ['a price', (text) => parsePrice(null, text, 'US')],
  ['a response', parseBody],
];

test.each(hostileTexts)('reads %s from a provider quickly', (_, text) => {
  expect(findSlowReaders(readers, text)).toEqual([]);
});
