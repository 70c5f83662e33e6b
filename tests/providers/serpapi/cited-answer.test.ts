import { describe, expect, it } from 'vitest';
import { readCitedAnswer } from '#lib/providers/serpapi/cited-answer';
import { references } from './references';

describe('readCitedAnswer', () => {
  it('lists each source once, and adds one citation per block and known reference, in text order', () => {
    const { sources, citationPills } = readCitedAnswer({
      text_blocks: [
        { type: 'paragraph', snippet: 'Fold it.', reference_indexes: [3, 0] },
        {
          type: 'list',
          list: [
            { snippet: 'One', reference_indexes: [2] },
            { snippet: 'Two', reference_indexes: [9, 1, 1] },
          ],
        },
      ],
      references,
    });
    expect(sources).toEqual([
      {
        position: 1,
        url: 'https://www.paddlepress.example/ten?utm_source=x',
        label: 'Ten kayaks',
        description: 'All ten.',
      },
      { position: 2, url: 'https://river-forum.example/1', label: 'Forum' },
      { position: 3, url: 'https://harbourlab.example/', label: 'Harbour Lab' },
    ]);
    expect(citationPills?.map((pill) => [pill.citationPillId, pill.position, pill.domain])).toEqual([
      [1, 3, 'harbourlab.example'],
      [2, 1, 'paddlepress.example'],
      [3, 1, 'paddlepress.example'],
      [4, 2, 'river-forum.example'],
    ]);
    expect(citationPills?.[1]).toEqual({
      label: 'Ten kayaks',
      citationPillId: 2,
      url: 'https://www.paddlepress.example/ten?utm_source=x',
      domain: 'paddlepress.example',
      description: 'All ten.',
      position: 1,
    });
    expect(citationPills?.[0]).not.toHaveProperty('description');
  });

  it.each([
    [
      'a paragraph',
      { type: 'paragraph', snippet: 'Fold it.', reference_indexes: [1] },
      'Fold it.',
      'Fold it. ([river-forum.example](https://river-forum.example/1))',
    ],
    ['a heading', { type: 'heading', snippet: 'Folding' }, 'Folding', '## Folding'],
    ['a heading with its level', { type: 'heading', snippet: 'Folding', level: 3 }, 'Folding', '### Folding'],
    [
      'a list with titles',
      {
        type: 'list',
        list: [
          { title: 'Otterline:', snippet: 'light.' },
          { title: 'Kelpcraft', snippet: 'cheap.' },
          { title: 'Loom', snippet: 'Loom: blue.' },
          'Plain.',
        ],
      },
      '• Otterline: light.\n• Kelpcraft: cheap.\n• Loom: blue.\n• Plain.',
      '- **Otterline:** light.\n- **Kelpcraft**: cheap.\n- **Loom**: blue.\n- Plain.',
    ],
    [
      'a numbered list in a list',
      {
        type: 'ordered_list',
        list: [
          { snippet: 'Unfold.', list: [{ snippet: 'Bow.' }, { snippet: 'Stern.' }] },
          { snippet: 'Paddle.' },
        ],
      },
      '1. Unfold.\n  • Bow.\n  • Stern.\n2. Paddle.',
      '1. Unfold.\n   - Bow.\n   - Stern.\n2. Paddle.',
    ],
    [
      'a table',
      {
        type: 'table',
        table: [
          ['Kayak', 'Price'],
          ['Loom', '$90|100'],
        ],
        formatted: [{ kayak: 'Loom' }],
      },
      'Kayak\tPrice\nLoom\t$90|100',
      '| Kayak | Price |\n| --- | --- |\n| Loom | $90\\|100 |',
    ],
    [
      'a table with separate headers',
      { type: 'table', headers: ['Kayak', 'Price'], table: [[{ snippet: 'Loom' }, { text: '$90' }]] },
      'Kayak\tPrice\nLoom\t$90',
      '| Kayak | Price |\n| --- | --- |\n| Loom | $90 |',
    ],
    [
      'a comparison',
      {
        type: 'comparison',
        product_labels: ['Loom', 'Fold 3'],
        comparison: [{ feature: 'Weight', values: ['12 kg', '9.8 kg'] }],
      },
      '\tLoom\tFold 3\nWeight\t12 kg\t9.8 kg',
      '|  | Loom | Fold 3 |\n| --- | --- | --- |\n| Weight | 12 kg | 9.8 kg |',
    ],
    [
      'an expandable section',
      { type: 'expandable', title: 'Care', text_blocks: [{ type: 'paragraph', snippet: 'Dry it.' }] },
      'Care\n\nDry it.',
      '### Care\n\nDry it.',
    ],
    [
      'code',
      { type: 'code_block', language: 'python', code: 'a = "```"' },
      'a = "```"',
      '````python\na = "```"\n````',
    ],
    [
      'a block of unknown type',
      { type: 'callout', snippet: 'Mind the zips.' },
      'Mind the zips.',
      'Mind the zips.',
    ],
    ['a block without text', { type: 'chart', chart: {} }, '', ''],
    [
      'text that looks like Markdown',
      { type: 'paragraph', snippet: '* 5 < 6, a_b [1] _x_\n1. Not a list' },
      '* 5 < 6, a_b [1] _x_\n1. Not a list',
      '\\* 5 \\< 6, a_b \\[1\\] \\_x\\_\n1\\. Not a list',
    ],
    [
      'text with links',
      {
        type: 'paragraph',
        snippet: 'The Loom and the Fold 3.',
        snippet_links: [
          { text: 'Loom', link: 'https://loom.example/a(b)' },
          { text: 'Fold 3', link: 'no URL' },
        ],
      },
      'The Loom and the Fold 3.',
      'The [Loom](https://loom.example/a%28b%29) and the Fold 3.',
    ],
  ])('converts %s', (_, block, text, markdown) => {
    const answer = readCitedAnswer({ text_blocks: [block], references });
    expect(answer.text).toBe(text);
    expect(answer.markdown).toBe(markdown);
  });

  it('separates blocks with blank lines, and cites the references of a block once even if the block has several parts', () => {
    const { text, markdown, citationPills } = readCitedAnswer({
      text_blocks: [
        { type: 'paragraph', snippet: 'A.' },
        { type: 'list', snippet: 'These:', reference_indexes: [0], list: [{ snippet: 'B.' }] },
        { type: 'list', reference_indexes: [1], list: [{ snippet: 'C.' }] },
        { type: 'table', reference_indexes: [3], table: [['D']] },
      ],
      references,
    });
    expect(text).toBe('A.\n\nThese:\n\n• B.\n\n• C.\n\nD');
    expect(markdown).toContain('- C.\n\n([river-forum.example](https://river-forum.example/1))');
    expect(citationPills?.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('reads references of table cells', () => {
    const { text, citationPills } = readCitedAnswer({
      text_blocks: [
        {
          type: 'table',
          table: [['Loom', 12]],
          detailed: [
            [
              { snippet: 'Loom', reference_indexes: [3] },
              { snippet: '12', reference_indexes: [0] },
            ],
          ],
        },
      ],
      references,
    });
    expect(text).toBe('Loom\t12');
    expect(citationPills?.map(({ position }) => position)).toEqual([3, 1]);
  });

  it('reads a reference’s URL from link or url', () => {
    const url = 'https://loom.example/';
    expect(readCitedAnswer({ references: [{ url, title: 'Loom' }] }).sources).toMatchObject([
      { url, label: 'Loom' },
    ]);
  });

  it('matches references by index if the list has gaps', () => {
    const { citationPills } = readCitedAnswer({
      text_blocks: [{ type: 'paragraph', snippet: 'A.', reference_indexes: [3, 1] }],
      references: [references[1], references[3]],
    });
    expect(citationPills?.map(({ domain }) => domain)).toEqual(['harbourlab.example', 'river-forum.example']);
  });

  it.each([
    ['https://www.google.com/url?q=https://loom.example/a%3Fb%3D1&sa=U', 'https://loom.example/a?b=1'],
    ['https://www.google.de/goto?url=https://loom.example/', 'https://loom.example/'],
    ['https://www.google.com/url?q=javascript:1', 'https://www.google.com/url?q=javascript:1'],
    [
      'https://www.google.com/search?q=https://loom.example/',
      'https://www.google.com/search?q=https://loom.example/',
    ],
    ['https://loom.example/url?q=https://fold.example/', 'https://loom.example/url?q=https://fold.example/'],
  ])('resolves %s to %s', (link, url) => {
    expect(readCitedAnswer({ references: [{ link, title: 'A' }] }).sources).toMatchObject([{ url }]);
  });

  it('uses links in the text as sources if there are no references', () => {
    const { sources, citationPills } = readCitedAnswer({
      text_blocks: [
        {
          type: 'paragraph',
          snippet: 'Loom, Fold and Loom.',
          snippet_links: [
            { text: 'Loom', link: 'https://loom.example/' },
            { text: 'Fold', link: 'https://www.bing.com/search?q=Fold' },
            { text: 'Loom', link: 'https://www.loom.example' },
          ],
        },
      ],
    });
    expect(sources.map(({ url }) => url)).toEqual(['https://loom.example/']);
    expect(citationPills?.map(({ position }) => position)).toEqual([1, 1]);
  });

  it('uses the reconstructed Markdown if there are no blocks', () => {
    const { text, markdown } = readCitedAnswer({ reconstructed_markdown: '## Loom\n\n- **Light**' });
    expect([text, markdown]).toEqual(['Loom\n\n• Light', '## Loom\n\n- **Light**']);
  });
});
