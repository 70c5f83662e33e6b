import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

const languages = `name,aliases,domains,role,must_not_appear_near
Ruby,Ruby on Rails|Rails,ruby-lang.org|rubyonrails.org,own,ruby slippers|ruby red|gemstone
Python,CPython|Django,python.org|djangoproject.com,competitor,snake|Monty
Go,Golang,go.dev|golang.org,competitor,go to|go for|let's go
Java,OpenJDK,java.com|openjdk.org,competitor,island|coffee
JavaScript,Node.js|TypeScript,nodejs.org|typescriptlang.org,competitor,
PHP,Laravel,php.net|laravel.com,competitor,
Rust,,rust-lang.org,competitor,rust belt|oxidation
`;

function parseBrands(csv: string): MatchedBrand[] {
  const { own, competitors, errors } = parseBrandsCsv(csv);
  expect(errors).toEqual([]);
  return [...(own ? [own] : []), ...competitors].map((brand) => ({
    id: brand.name,
    name: brand.name,
    aliases: brand.aliases ?? [],
    matchCase: brand.matchCase ?? false,
    requiredContext: brand.requiredContext ?? [],
    excludedContext: brand.excludedContext ?? [],
  }));
}

function createBrand(name: string, fields: Partial<MatchedBrand> = {}): MatchedBrand {
  return {
    id: name,
    name,
    aliases: [],
    matchCase: false,
    requiredContext: [],
    excludedContext: [],
    ...fields,
  };
}

/** Lists mentions as `name: text|text`, by rank. */
function listMentions(brands: MatchedBrand[], text: string): string[] {
  return compileMatcher(brands)
    .findMentions(text)
    .map(({ brandId, spans }) => {
      const words = spans.flatMap((start, index) =>
        index % 2 === 0 ? [text.slice(start, spans[index + 1])] : [],
      );
      return `${brandId}: ${words.join('|')}`;
    });
}

describe('programming languages as brands', () => {
  const brands = parseBrands(languages);

  test.each<[string, string, string[]]>([
    ['case does not matter', 'RUBY and rUsT', ['Ruby: RUBY', 'Rust: rUsT']],
    ['the longest alias wins', 'Ruby on Rails beats Rails', ['Ruby: Ruby on Rails|Rails']],
    ['a name within a word does not match', 'Rubyist, Trusty, mango, JavaScripted', []],
    ['Java is not in JavaScript', 'JavaScript only', ['JavaScript: JavaScript']],
    ['a name with a dot', 'Use Node.js. Not node.', ['JavaScript: Node.js']],
    ['a compound with a hyphen', 'a Go-like, Rust-based tool', ['Go: Go', 'Rust: Rust']],
    ['a package', 'the java-utils, rust-cli and `Go-kit` packages', []],
    ['a hyphen before the name', 'non-Go code', ['Go: Go']],
    ['a possessive', "Python's and PHP’s authors", ['Python: Python', 'PHP: PHP']],
    ['an excluded phrase', 'Let’s go to the shop.', []],
    ['an excluded phrase in another sentence', "Let's go home. Go is fast.", ['Go: Go']],
    ['an excluded word before the name', 'The snake is a python. Python runs.', ['Python: Python']],
    ['an excluded word after the name', 'Java is an island', []],
    [
      'URLs and email addresses are ignored',
      'https://ruby-lang.org/en www.python.org/x go.dev mail@rust.org',
      [],
    ],
    ['the text of a link matches, its URL does not', '[Ruby](https://python.org/go)', ['Ruby: Ruby']],
    ['a link text that is a URL is ignored', '[python.org](https://python.org)', []],
    ['a link URL with parentheses is ignored', '[PHP](https://x.org/a_(rust))', ['PHP: PHP']],
    ['no space between sentences', 'I like Ruby.Python is fine', ['Ruby: Ruby', 'Python: Python']],
    [
      'Markdown around names',
      '**Ruby**, `Go`, __PHP__ and _Rust_',
      ['Ruby: Ruby', 'Go: Go', 'PHP: PHP', 'Rust: Rust'],
    ],
    ['identifiers with underscores', 'go_fast, my_rust and java_ee', []],
    ['a name across a line break', 'Ruby\non Rails', ['Ruby: Ruby\non Rails']],
    ['no match across an empty line', 'Python on\n\nRails', ['Python: Python', 'Ruby: Rails']],
    ['a slash separates words', 'Java/PHP', ['Java: Java', 'PHP: PHP']],
  ])('%s', (_, text, expected) => {
    expect(listMentions(brands, text)).toEqual(expected);
  });

  test('the brands of these tests equal those of the file in ../shared/prompts, if it exists', ({ skip }) => {
    const file = join(import.meta.dirname, '../../../../shared/prompts/programming-languages.brands.csv');
    let csv = '';
    try {
      csv = readFileSync(file, 'utf8');
    } catch {
      skip('the brands file does not exist');
    }
    expect(parseBrands(csv)).toEqual(brands);
  });
});

describe('difficult names', () => {
  test.each<[string, MatchedBrand[], string, string[]]>([
    [
      'C, C++ and C#',
      [createBrand('C'), createBrand('C++'), createBrand('C#')],
      'C++17, C# and C.',
      ['C++: C++', 'C#: C#', 'C: C'],
    ],
    ['a plus between words', [createBrand('Ruby'), createBrand('Go')], 'Ruby+Go', ['Ruby: Ruby', 'Go: Go']],
    [
      'accents',
      [createBrand('Café Noir')],
      'the CAFE NOIR and cafe\u0301 noir',
      ['Café Noir: CAFE NOIR|cafe\u0301 noir'],
    ],
    ['sharp s', [createBrand('Weiß')], 'WEISS, weiß', ['Weiß: WEISS|weiß']],
    ['full-width letters', [createBrand('Sony')], 'Ｓｏｎｙ製', ['Sony: Ｓｏｎｙ']],
    ['Japanese without spaces', [createBrand('東京ガス')], '私は東京ガスを使う', ['東京ガス: 東京ガス']],
    ['part of a Japanese word', [createBrand('京都')], '東京都に住む', []],
    ['voiced kana differ', [createBrand('ガス')], 'カスを見る', []],
    ['Thai', [createBrand('กรุงเทพ')], 'ฉันรักกรุงเทพมาก', ['กรุงเทพ: กรุงเทพ']],
    ['Latin in Chinese text', [createBrand('Python')], '使用Python编程', ['Python: Python']],
    [
      'a name that is a domain',
      [createBrand('Booking.com')],
      'Try Booking.com or booking.com/x',
      ['Booking.com: Booking.com'],
    ],
    [
      'names with digits',
      [createBrand('1&1'), createBrand('3M')],
      '1&1 and 3M, not 13M',
      ['1&1: 1&1', '3M: 3M'],
    ],
    [
      'no emoji within a combined emoji',
      [createBrand('👩'), createBrand('Mo')],
      '👩‍💻 👩 👩🏽 Mo👩',
      ['👩: 👩|👩', 'Mo: Mo'],
    ],
    [
      'a longer name that ends within a word does not match',
      [createBrand('Otter'), createBrand('Sea Otter Co')],
      'Sea Otter Company',
      ['Otter: Otter'],
    ],
    ['an emoji before the name', [createBrand('Go')], '😀 Go 👩‍👩‍👧 Go', ['Go: Go|Go']],
    [
      'characters special in regular expressions',
      [createBrand('a.b*[c]')],
      'axb a.b*[c]',
      ['a.b*[c]: a.b*[c]'],
    ],
    [
      'a required context',
      [createBrand('Apple', { requiredContext: ['phone'] })],
      'An apple. An Apple phone.',
      ['Apple: Apple'],
    ],
    ['a soft hyphen', [createBrand('Fjordwing')], 'Fjord\u00adwing', ['Fjordwing: Fjord\u00adwing']],
    ['no brands', [], 'anything', []],
  ])('%s', (_, brands, text, expected) => {
    expect(listMentions(brands, text)).toEqual(expected);
  });
});

describe('rank', () => {
  const getRanks = (brands: MatchedBrand[], text: string) =>
    Object.fromEntries(
      compileMatcher(brands)
        .findMentions(text)
        .map(({ brandId, rank }) => [brandId, rank]),
    );
  const fourBrands = ['A1', 'B1', 'C1', 'D1'].map((name) => createBrand(name));

  test.each<[string, MatchedBrand[], string, Record<string, number>]>([
    ['by offset', fourBrands, 'C1 A1 C1 B1', { C1: 1, A1: 2, B1: 3 }],
    [
      'a numbered list first',
      fourBrands,
      'D1 is fine.\n\n1. B1\n2) A1, like C1\n',
      { B1: 1, A1: 2, C1: 3, D1: 4 },
    ],
    ['a bulleted list first', fourBrands, 'D1.\n- **B1**: good\n• A1', { B1: 1, A1: 2, D1: 3 }],
    ['a list without brands', fourBrands, '- one\n- two\nB1 A1', { B1: 1, A1: 2 }],
    [
      'brands at the same offset share a rank',
      [
        createBrand('A1'),
        createBrand('B1', { aliases: ['same'] }),
        createBrand('C1', { aliases: ['same'] }),
        createBrand('D1'),
      ],
      'A1 same D1',
      { A1: 1, B1: 2, C1: 2, D1: 4 },
    ],
  ])('%s', (_, brands, text, expected) => {
    expect(getRanks(brands, text)).toEqual(expected);
  });
});
