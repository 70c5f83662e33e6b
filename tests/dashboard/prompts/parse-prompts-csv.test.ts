import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';

const prompt = { text: 'Which kayak is best?', topic: 'Boats', tags: ['a', 'b'], language: 'de' };

test.each<[string, string, object[]]>([
  [
    'the usual column order',
    'prompt,topic,tags,language\nWhich kayak is best?,Boats,a|b,de\n',
    [{ line: 2, ...prompt }],
  ],
  [
    'columns in any order',
    'tags,language,prompt,topic\na;b,de,Which kayak is best?,Boats',
    [{ line: 2, ...prompt }],
  ],
  ['no header', 'Which kayak is best?,Boats,a|b,de', [{ line: 1, ...prompt }]],
  ['semicolons', 'Prompt;Topic;Tags;Language\nWhich kayak is best?;Boats;a|b;de', [{ line: 2, ...prompt }]],
  ['tabs', 'prompt\ttopic\ttags\tlanguage\nWhich kayak is best?\tBoats\ta|b\tde', [{ line: 2, ...prompt }]],
  [
    'a byte order mark and CRLF',
    '\ufeffprompt,topic,tags,language\r\nWhich kayak is best?,Boats,a|b,de\r\n',
    [{ line: 2, ...prompt }],
  ],
  [
    'unknown columns, which are ignored',
    'id,prompt,note\n7,Why?,x',
    [{ line: 2, text: 'Why?', topic: '', tags: [], language: null }],
  ],
  [
    'prompts only',
    'Why?\n\nHow?\n',
    [
      { line: 1, text: 'Why?', topic: '', tags: [], language: null },
      { line: 3, text: 'How?', topic: '', tags: [], language: null },
    ],
  ],
  [
    'commas under a single column',
    'Question\nLight, cheap or both?',
    [{ line: 2, text: 'Light, cheap or both?', topic: '', tags: [], language: null }],
  ],
  [
    'quotes, commas and line breaks',
    'prompt,topic\n"One, ""two""\nthree",T\nNext,U',
    [
      { line: 2, text: 'One, "two"\nthree', topic: 'T', tags: [], language: null },
      { line: 4, text: 'Next', topic: 'U', tags: [], language: null },
    ],
  ],
  [
    'quotes inside an unquoted field',
    'Which "best" kayak?\nA 5" screen?',
    [
      { line: 1, text: 'Which "best" kayak?', topic: '', tags: [], language: null },
      { line: 2, text: 'A 5" screen?', topic: '', tags: [], language: null },
    ],
  ],
  [
    'languages by name and in other notations, in columns with other names',
    'Keyword;Language_Code\nWarum?;Deutsch\nWhy?;pt_BR',
    [
      { line: 2, text: 'Warum?', topic: '', tags: [], language: 'de' },
      { line: 3, text: 'Why?', topic: '', tags: [], language: 'pt-BR' },
    ],
  ],
  [
    'spaces around quoted fields',
    'prompt, topic\n"Light, cheap?" , "My ""new"" boats"\n Why?, Boats',
    [
      { line: 2, text: 'Light, cheap?', topic: 'My "new" boats', tags: [], language: null },
      { line: 3, text: 'Why?', topic: 'Boats', tags: [], language: null },
    ],
  ],
  [
    'the separator that Excel declares',
    'sep=;\r\nprompt;topic\r\nLight, cheap?;Boats',
    [{ line: 3, text: 'Light, cheap?', topic: 'Boats', tags: [], language: null }],
  ],
  [
    'a declared separator without a header',
    '"sep=\t"\nLight, cheap; both?\tBoats',
    [{ line: 2, text: 'Light, cheap; both?', topic: 'Boats', tags: [], language: null }],
  ],
  [
    'a column called “Prompt text”',
    'ID,Prompt text\n1,Why?',
    [{ line: 2, text: 'Why?', topic: '', tags: [], language: null }],
  ],
  [
    'a column called “Search term”',
    'Search term\nWhy?',
    [{ line: 2, text: 'Why?', topic: '', tags: [], language: null }],
  ],
  [
    'a repeated tag',
    'prompt,tags\nWhy?,a| a |b',
    [{ line: 2, text: 'Why?', topic: '', tags: ['a', 'b'], language: null }],
  ],
])('parses %s', (_, csv, prompts) => {
  expect(parsePromptsCsv(csv)).toMatchObject({ prompts, errors: [] });
});

test.each<[string, string, { line: number; message: RegExp }[]]>([
  ['an empty file', '', [{ line: 1, message: /empty/ }]],
  ['no prompt column', 'topic,tags\nx,y', [{ line: 1, message: /no column "prompt"/ }]],
  ['an empty prompt', 'prompt,topic\nWhy?,x\n ,y', [{ line: 3, message: /The prompt is empty/ }]],
  ['the same prompt twice', 'prompt\nWhy?\nHow?\nWhy?', [{ line: 4, message: /line 2/ }]],
  ['a prompt that is too long', `prompt\n${'é'.repeat(10_001)}`, [{ line: 2, message: /10,000/ }]],
  ['too many columns', 'prompt,topic\nWhy?,x,y', [{ line: 2, message: /2 columns but found 3/ }]],
  ['an unknown language', 'prompt,language\nWhy?,Klingon', [{ line: 2, message: /not a known language/ }]],
  ['unclosed quotes', 'prompt\nWhy?\n"How?\nWhat?', [{ line: 3, message: /quotes/ }]],
  ['NUL', 'prompt\nWhy\u0000?', [{ line: 2, message: /invalid character/ }]],
])('reports %s with its line', (_, csv, errors) => {
  const parsed = parsePromptsCsv(csv);
  expect(parsed.errors).toEqual(
    errors.map(({ line, message }) => ({
      line,
      text: expect.any(String),
      message: expect.stringMatching(message),
    })),
  );
});

test.each<[string, string, 'split' | 'whole' | undefined, 'split' | 'whole' | null, string[]]>([
  [
    'commas within sentences',
    'Light, cheap or both?\nWhy, then?',
    undefined,
    'whole',
    ['Light, cheap or both?', 'Why, then?'],
  ],
  ['columns written by a spreadsheet', 'Why?,Boats\nHow?,Boats', undefined, 'split', ['Why?', 'How?']],
  ['whole lines on request', 'Light,cheap?\nHow?', 'whole', 'whole', ['Light,cheap?', 'How?']],
  ['columns on request', 'Light, cheap?\nHow?', 'split', 'split', ['Light', 'How?']],
  ['more commas than columns', 'a, b, c, d, e?', undefined, 'whole', ['a, b, c, d, e?']],
  ['no commas', 'Why?\nHow?', undefined, null, ['Why?', 'How?']],
  [
    'quoted words in sentences',
    'Is it "Acme", "Globex"\nWhich is light, "Acme"?',
    undefined,
    'whole',
    ['Is it "Acme", "Globex"', 'Which is light, "Acme"?'],
  ],
  [
    'spaces before quoted columns',
    '"Light, cheap?", "Boats"\n"How?", "Boats"',
    undefined,
    'split',
    ['Light, cheap?', 'How?'],
  ],
  ['a header takes precedence', 'prompt,topic\nWhy?, Boats', 'whole', null, ['Why?']],
])('decides whether commas separate columns: %s', (_, csv, requestedMode, lineMode, texts) => {
  const parsed = parsePromptsCsv(csv, { lineMode: requestedMode });
  expect(parsed).toMatchObject({ lineMode, errors: [] });
  expect(parsed.prompts.map(({ text }) => text)).toEqual(texts);
});

test.each<[string, string, boolean | undefined, string | null, string[]]>([
  ['an unknown name is a prompt', 'Frage\nWarum?', undefined, null, ['Frage', 'Warum?']],
  ['an unknown name on request', 'Frage\nLeicht,billig?', true, 'Frage', ['Leicht,billig?']],
  ['unknown names on request', 'Frage,Thema\nWarum?,Boote', true, 'Frage,Thema', ['Warum?']],
  ['a known name', 'Keyword\nWhy?', undefined, 'Keyword', ['Why?']],
  ['a known name as a prompt on request', 'Keyword\nWhy?', false, null, ['Keyword', 'Why?']],
])('decides whether the first line is a header: %s', (_, csv, hasHeader, header, texts) => {
  const parsed = parsePromptsCsv(csv, { hasHeader });
  expect(parsed).toMatchObject({ header, errors: [] });
  expect(parsed.prompts.map(({ text }) => text)).toEqual(texts);
});

test('accepts a prompt of 10,000 emoji, each of two UTF-16 code units', () => {
  expect(parsePromptsCsv(`prompt\n${'🛶'.repeat(10_000)}`).errors).toEqual([]);
});

test.each([
  ['bullets', '- Why?\n• How?\n* \n\u2013 When?\n[ ] Where?', ['Why?', 'How?', 'When?', 'Where?']],
  ['numbers', '1. Why?\r\n2) How?\n(3) - When?', ['Why?', 'How?', 'When?']],
  [
    'numbers that are not list markers',
    '2. Bundesliga tickets\n-5 °C jackets',
    ['2. Bundesliga tickets', '-5 °C jackets'],
  ],
  ['plain lines', ' Why?\n\n\t1.5 litre bottles ', ['Why?', '1.5 litre bottles']],
])('parses a pasted list with %s', (_, text, prompts) => {
  expect(parsePastedPrompts(text)).toEqual(prompts);
});

test.each([',', ';', '\t'])('reads brands from columns separated by %j', (separator) => {
  const rows = [
    ['name', 'aliases', 'domains', 'role'],
    ['Fjordwing', 'FW|Fjord', 'fjordwing.example', 'own'],
    ['Paddlemoor', '', '', ''],
  ];
  const parsed = parseBrandsCsv(`\ufeff${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`);
  expect(parsed.errors).toEqual([]);
  expect(parsed.own).toMatchObject({
    name: 'Fjordwing',
    aliases: ['FW', 'Fjord'],
    domains: ['fjordwing.example'],
  });
  expect(parsed.competitors).toMatchObject([{ name: 'Paddlemoor' }]);
});

test('reads the other lines of a file with a line that is too long', () => {
  expect(parsePromptsCsv(`prompt\nWhich kayak?\n${'a'.repeat(100_100)}\n`)).toMatchObject({
    prompts: [{ line: 2, text: 'Which kayak?' }],
    errors: [{ line: 3, message: expect.stringContaining('The line is longer than 100,000 characters.') }],
  });
});

test('rejects a file that is too long', () => {
  expect(parsePromptsCsv('Which kayak?\n'.repeat(200_000))).toMatchObject({
    prompts: [],
    errors: [{ line: 1, message: expect.stringContaining('Split it and import the parts.') }],
  });
});

const fieldArbitrary = fc.stringMatching(/^[a-z",;][a-z'", ;]{0,9}[a-z",;]$/);
/** Quotes a field if necessary, as spreadsheets do. */
const writeField = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test('an unmatched quote affects its line only, and skipped lines can be imported once corrected', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fieldArbitrary, { minLength: 2, maxLength: 12 }),
      fc.nat(),
      (texts, position) => {
        const lines = texts.map((text) => `${writeField(text)},Boats`);
        const index = position % (lines.length + 1);
        const csv = ['prompt,topic', ...lines.toSpliced(index, 0, '"Why, then?,Boats')].join('\n');
        const { prompts, errors, header } = parsePromptsCsv(csv);
        expect(prompts.map(({ text }) => text)).toEqual(texts);
        expect(errors).toMatchObject([{ text: '"Why, then?,Boats' }]);
        const corrected = errors.map(({ text }) => text.replace('?', '?"'));
        expect(parsePromptsCsv([header, ...corrected].join('\n'))).toMatchObject({
          prompts: [{ text: 'Why, then?', topic: 'Boats' }],
          errors: [],
        });
      },
    ),
  );
});

test('imports the lines between two unmatched quotes', () => {
  const lines = ['"Which kayak is best?,Boats', 'Why?,Boats', '', 'Which kayak folds",Boats'];
  for (const header of ['prompt,topic', 'When?,Boats']) {
    const { prompts, errors } = parsePromptsCsv([header, ...lines].join('\n'));
    expect(prompts.slice(-2)).toMatchObject([
      { line: 3, text: 'Why?', topic: 'Boats' },
      { line: 5, text: 'Which kayak folds"', topic: 'Boats' },
    ]);
    expect(errors).toMatchObject([{ line: 2, text: lines[0] }]);
  }
});

test.each([
  ['without commas', 'Light\n\nor cheap?'],
  ['with commas in each line', 'Light, cheap or both?\nFast, or slow?\nWhich, then?'],
  ['with large numbers', 'Which kayak under $1,000\nor $2,000?'],
  ['with a list', 'Compare these:\n- kayak,canoe\n- raft,tube\nBriefly.'],
  ['with quotes', 'Which "light\nkayak"'],
])('keeps prompts of several lines %s', (_, text) => {
  const lineCount = text.split('\n').length;
  for (const header of ['prompt,topic', 'topic,prompt', 'prompt', 'prompt,topic,tags,language']) {
    const fields: Record<string, string> = { prompt: `"${text.replaceAll('"', '""')}"`, topic: 'Boats' };
    const row = header.split(',').map((name) => fields[name] ?? '');
    expect(parsePromptsCsv(`${header}\n${row.join(',')}`)).toMatchObject({
      prompts: [{ line: 2, lastLine: 1 + lineCount, text }],
      errors: [],
    });
  }
});

test('reports brands with too many fields', () => {
  // Empty fields at the end of a row are ignored.
  expect(parseBrandsCsv('name,aliases,domains\nAcme, Inc.,,acme.example\nGlobex,,,')).toMatchObject({
    competitors: [{ name: 'Globex' }],
    errors: [{ line: 2, message: expect.stringContaining('3 columns but found 4') }],
  });
});

test('imports the valid brands of a file', () => {
  const csv = 'name,role\nFjordwing,own\n"Paddlemoor,competitor\nOtterline,rival\nTarnhoof,';
  expect(parseBrandsCsv(csv)).toMatchObject({
    own: { name: 'Fjordwing' },
    competitors: [{ name: 'Tarnhoof' }],
    errors: [
      { line: 3, text: '"Paddlemoor,competitor' },
      {
        line: 4,
        text: 'Otterline,rival',
        message: 'The role "rival" is unknown. Use "own" or "competitor".',
      },
    ],
    header: 'name,role',
  });
});
