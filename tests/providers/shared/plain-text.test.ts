import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { measureCpuMs } from '#tests/support/process';

describe('toPlainText', () => {
  it.each([
    ['## A *b* **c** ~~d~~ `e`', 'A b c d e'],
    ['[words](https://a.example/x)', 'words'],
    ['![a boat](https://a.example/x.png)', 'a boat'],
    ['https://a.example/x', 'https://a.example/x'],
    ['costs ~5 to ~10', 'costs ~5 to ~10'],
    ['one\n\n\n\ntwo', 'one\n\ntwo'],
    ['one  \ntwo', 'one\ntwo'],
    ['- a\n- b\n  - c', '• a\n• b\n  • c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['1. a\n\n   more', '1. a\n  more'],
    ['| a | b |\n|---|---|\n| **1** | 2 |', 'a\tb\n1\t2'],
    ['> quoted', 'quoted'],
    ['a\n\n---\n\nb', 'a\n\nb'],
    ['```js\nif (a) *b*\n```', 'if (a) *b*'],
    ['a<br>b <b>c</b> `<div>`', 'a\nb c <div>'],
    ['AT&amp;T \\* 5', 'AT&T * 5'],
    ['**「折りたたみ」**は軽い', '「折りたたみ」は軽い'],
    ['cut **off', 'cut **off'],
    ['cut **', 'cut'],
    ['', ''],
  ])('converts %j', (markdown, expected) => {
    expect(toPlainText(markdown)).toBe(expected);
  });

  it('keeps plain text unchanged', () => {
    const prose = fc.array(fc.constantFrom('word', 'Größe', '京都', '🛶', '5 %', 'a, b'), { minLength: 1 });
    fc.assert(
      fc.property(prose, (words) => {
        expect(toPlainText(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });

  it('handles deep nesting quickly', async () => {
    const cpuMs = await measureCpuMs(() => {
      toPlainText(`${'> '.repeat(500)}a\n\n${'['.repeat(3000)}`);
    });
    expect(cpuMs).toBeLessThan(5000);
  });
});
