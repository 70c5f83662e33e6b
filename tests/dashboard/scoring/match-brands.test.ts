import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

const languages = `name,aliases,domains,role,never_near
Ruby,Ruby on Rails|Rails,ruby-lang.org|rubyonrails.org,own,ruby slippers|ruby red|gemstone
Python,CPython|Django,python.org|djangoproject.com,competitor,snake|Monty
Go,Golang,go.dev|golang.org,competitor,go to|go for|let's go
Java,OpenJDK,java.com|openjdk.org,competitor,island|coffee
JavaScript,Node.js|TypeScript,nodejs.org|typescriptlang.org,competitor,
PHP,Laravel,php.net|laravel.com,competitor,
Rust,,rust-lang.org,competitor,rust belt|oxidation
`;

function parseBrands(csv: string): MatchedBrand[] {
  const { own, competitors, problems } = parseBrandsCsv(csv);
  expect(problems).toEqual([]);
  return [...(own ? [own] : []), ...competitors].map((brand) => ({
    id: brand.name,
    name: brand.name,
    aliases: brand.aliases ?? [],
    requiredContext: brand.requiredContext ?? [],
    excludedContext: brand.excludedContext ?? [],
  }));
}

function brand(name: string, rest: Partial<MatchedBrand> = {}): MatchedBrand {
  return { id: name, name, aliases: [], requiredContext: [], excludedContext: [], ...rest };
}

/** Mentions as `name: text|text`, by rank. */
function listMentions(brands: MatchedBrand[], text: string): string[] {
  return compileMatcher(brands)
    .findMentions(text)
    .map(({ brandId, spans }) => {
      const words = spans.flatMap((start, at) => (at % 2 === 0 ? [text.slice(start, spans[at + 1])] : []));
      return `${brandId}: ${words.join('|')}`;
    });
}

describe('programming languages as brands', () => {
  const brands = parseBrands(languages);

  test.each<[string, string, string[]]>([
    ['case does not matter', 'RUBY and rUsT', ['Ruby: RUBY', 'Rust: rUsT']],
    ['the longest alias wins', 'Ruby on Rails beats Rails', ['Ruby: Ruby on Rails|Rails']],
    ['a name within a word is none', 'Rubyist, Trusty, mango, JavaScripted', []],
    ['Java is not in JavaScript', 'JavaScript only', ['JavaScript: JavaScript']],
    ['a name with a dot', 'Use Node.js. Not node.', ['JavaScript: Node.js']],
    ['a hyphen parts words', 'a Go-like, Rust-based tool', ['Go: Go', 'Rust: Rust']],
    ['a possessive', "Python's and PHP’s authors", ['Python: Python', 'PHP: PHP']],
    ['a phrase it never stands in', 'Let’s go to the shop.', []],
    ['… in that sentence only', "Let's go home. Go is fast.", ['Go: Go']],
    ['a word it never stands by', 'The snake is a python. Python runs.', ['Python: Python']],
    ['an island', 'Java is an island', []],
    ['addresses are blanked', 'https://ruby-lang.org/en www.python.org/x go.dev mail@rust.org', []],
    ['a link counts by its text', '[Ruby](https://python.org/go)', ['Ruby: Ruby']],
    ['… unless that is an address', '[python.org](https://python.org)', []],
    ['a link target with brackets', '[PHP](https://x.org/a_(rust))', ['PHP: PHP']],
    ['a sentence without its space', 'I like Ruby.Python is fine', ['Ruby: Ruby', 'Python: Python']],
    [
      'markup around it',
      '**Ruby**, `Go`, __PHP__ and _Rust_',
      ['Ruby: Ruby', 'Go: Go', 'PHP: PHP', 'Rust: Rust'],
    ],
    ['a name of a program', 'go_fast, my_rust and java_ee', []],
    ['words over one line break', 'Ruby\non Rails', ['Ruby: Ruby\non Rails']],
    ['no words over an empty line', 'Python on\n\nRails', ['Python: Python', 'Ruby: Rails']],
    ['a slash parts words', 'Java/PHP', ['Java: Java', 'PHP: PHP']],
  ])('%s', (_, text, expected) => {
    expect(listMentions(brands, text)).toEqual(expected);
  });

  test('matches the brands of the local brands file, if there is one', ({ skip }) => {
    const file = join(import.meta.dirname, '../../../../shared/prompts/programming-languages.brands.csv');
    let csv = '';
    try {
      csv = readFileSync(file, 'utf8');
    } catch {
      skip('the brands file is not beside the project');
    }
    expect(parseBrands(csv)).toEqual(brands);
  });
});

describe('difficult names', () => {
  test.each<[string, MatchedBrand[], string, string[]]>([
    [
      'C, C++ and C#',
      [brand('C'), brand('C++'), brand('C#')],
      'C++17, C# and C.',
      ['C++: C++', 'C#: C#', 'C: C'],
    ],
    ['a plus between words', [brand('Ruby'), brand('Go')], 'Ruby+Go', ['Ruby: Ruby', 'Go: Go']],
    [
      'accents',
      [brand('Café Noir')],
      'the CAFE NOIR and cafe\u0301 noir',
      ['Café Noir: CAFE NOIR|cafe\u0301 noir'],
    ],
    ['sharp s', [brand('Weiß')], 'WEISS, weiß', ['Weiß: WEISS|weiß']],
    ['full width', [brand('Sony')], 'Ｓｏｎｙ製', ['Sony: Ｓｏｎｙ']],
    ['Japanese without spaces', [brand('東京ガス')], '私は東京ガスを使う', ['東京ガス: 東京ガス']],
    ['part of a Japanese word', [brand('京都')], '東京都に住む', []],
    ['voiced kana differ', [brand('ガス')], 'カスを見る', []],
    ['Thai', [brand('กรุงเทพ')], 'ฉันรักกรุงเทพมาก', ['กรุงเทพ: กรุงเทพ']],
    ['Latin amid Chinese', [brand('Python')], '使用Python编程', ['Python: Python']],
    [
      'a name that is a host',
      [brand('Booking.com')],
      'Try Booking.com or booking.com/x',
      ['Booking.com: Booking.com'],
    ],
    ['a name like a number', [brand('1&1'), brand('3M')], '1&1 and 3M, not 13M', ['1&1: 1&1', '3M: 3M']],
    [
      'an emoji joined to another is a third',
      [brand('👩'), brand('Mo')],
      '👩‍💻 👩 👩🏽 Mo👩',
      ['👩: 👩|👩', 'Mo: Mo'],
    ],
    ['a name within a name', [brand('Otter'), brand('Sea Otter Co')], 'Sea Otter Company', ['Otter: Otter']],
    ['an emoji before it', [brand('Go')], '😀 Go 👩‍👩‍👧 Go', ['Go: Go|Go']],
    ['regular expressions', [brand('a.b*[c]')], 'axb a.b*[c]', ['a.b*[c]: a.b*[c]']],
    [
      'requiredContext',
      [brand('Apple', { requiredContext: ['phone'] })],
      'An apple. An Apple phone.',
      ['Apple: Apple'],
    ],
    ['a soft hyphen', [brand('Fjordwing')], 'Fjord\u00adwing', ['Fjordwing: Fjord\u00adwing']],
    ['no brands', [], 'anything', []],
  ])('%s', (_, brands, text, expected) => {
    expect(listMentions(brands, text)).toEqual(expected);
  });
});

describe('rank', () => {
  const ranks = (brands: MatchedBrand[], text: string) =>
    Object.fromEntries(
      compileMatcher(brands)
        .findMentions(text)
        .map(({ brandId, rank }) => [brandId, rank]),
    );
  const four = ['A1', 'B1', 'C1', 'D1'].map((name) => brand(name));

  test.each<[string, MatchedBrand[], string, Record<string, number>]>([
    ['by offset', four, 'C1 A1 C1 B1', { C1: 1, A1: 2, B1: 3 }],
    ['a numbered list first', four, 'D1 is fine.\n\n1. B1\n2) A1, like C1\n', { B1: 1, A1: 2, C1: 3, D1: 4 }],
    ['a bulleted list first', four, 'D1.\n- **B1**: good\n• A1', { B1: 1, A1: 2, D1: 3 }],
    ['a list without brands', four, '- one\n- two\nB1 A1', { B1: 1, A1: 2 }],
    [
      'equal places share a rank',
      [brand('A1'), brand('B1', { aliases: ['same'] }), brand('C1', { aliases: ['same'] }), brand('D1')],
      'A1 same D1',
      { A1: 1, B1: 2, C1: 2, D1: 4 },
    ],
  ])('%s', (_, brands, text, expected) => {
    expect(ranks(brands, text)).toEqual(expected);
  });
});
