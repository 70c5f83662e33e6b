import { describe, expect, test } from 'vitest';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';

type Ranks = Record<string, number | null>;

/** Returns the ranks of the brands in an answer; brands that it does not mention are missing. */
function rank(
  markdown: string,
  expected: Ranks,
  read: 'rank' | 'trackedRank' = 'rank',
  text = markdown,
): Ranks {
  const brands = Object.keys(expected).map((name) => ({
    id: name,
    name,
    aliases: [],
    matchCase: false,
    requiredContext: [],
    excludedContext: [],
  }));
  return Object.fromEntries(
    compileMatcher(brands)
      .findMentions(text, markdown)
      .map((mention) => [mention.brandId, mention[read]]),
  );
}

const numbered = (marker: (number: number) => string) =>
  [
    'Shedly sounds familiar, yet the order is:',
    ...['Larkwarm', 'Fernglow', 'Shedly'].map((name, index) => `${marker(index + 1)}${name}`),
  ].join('\n');
const pick = (signs: string) => (number: number) => `${Array.from(signs)[number - 1]} `;

describe('reads every numbering style', () => {
  test.each<[string, (number: number) => string]>([
    ['1.', (number) => `${number}. `],
    ['1)', (number) => `${number}) `],
    ['escaped', (number) => `${number}\\. `],
    ['(1)', (number) => `(${number}) `],
    ['#1', (number) => `#${number} `],
    ['No. 1', (number) => `No. ${number}: `],
    ['№ 1', (number) => `№ ${number} – `],
    ['Nº 1', (number) => `Nº ${number}: `],
    ['N.º 1', (number) => `N.º ${number} `],
    ['1.º', (number) => `${number}.º `],
    ['1º', (number) => `${number}º – `],
    ['1er lugar', (number) => `${number}º lugar: `],
    ['1st', (number) => `${number}${['st', 'nd', 'rd'][number - 1]} place: `],
    ['Platz 1', (number) => `**Platz ${number}:** `],
    ['1. Platz', (number) => `${number}. Platz: `],
    ['Puesto 1', (number) => `Puesto ${number}: `],
    ['место', (number) => `${number} место — `],
    ['1-е место', (number) => `${number}-е место: `],
    ['Miejsce 1', (number) => `Miejsce ${number}: `],
    ['1. sırada', (number) => `${number}. sırada: `],
    ['【1位】', (number) => `【${number}位】`],
    ['第1位', (number) => `第${number}位：`],
    ['1位', (number) => `${number}位 `],
    ['full width', (number) => `${'１２３'[number - 1]}．`],
    ['ideographs', (number) => `${'一二三'[number - 1]}、`],
    ['第一名', (number) => `第${'一二三'[number - 1]}名：`],
    ['순위', (number) => `${number}순위: `],
    ['위', (number) => `**${number}위.** `],
    ['circled', pick('①②③')],
    ['filled', pick('❶❷❸')],
    ['medals', pick('🥇🥈🥉')],
    ['keycaps', (number) => `${number}\ufe0f\u20e3 `],
    ['Arabic-Indic digits', (number) => `${'١٢٣'[number - 1]}. `],
    ['Persian digits', (number) => `${'۱۲۳'[number - 1]}- `],
    ['Devanagari digits', (number) => `${'१२३'[number - 1]}. `],
    ['Bengali digits', (number) => `${'১২৩'[number - 1]}) `],
    ['Thai digits', (number) => `อันดับ ${'๑๒๓'[number - 1]} `],
    ['Roman numerals', (number) => `${['I', 'II', 'III'][number - 1]}. `],
    ['Roman signs', pick('ⅠⅡⅢ')],
    ['bold numbers', (number) => `**${number}.** `],
    ['headings', (number) => `## ${number}. `],
    ['headings with a sign', (number) => `### 🏆 #${number}: `],
    ['headings with No.', (number) => `### No. ${number} `],
    ['1 –', (number) => `${number} – `],
    ['words', (number) => `${['First', 'Second', 'Third'][number - 1]}: `],
    ['German words', (number) => `**${['Erster', 'Zweiter', 'Dritter'][number - 1]} Platz:** `],
    ['Russian words', (number) => `${['Первое', 'Второе', 'Третье'][number - 1]} место: `],
    ['Korean words', (number) => `${['첫째', '둘째', '셋째'][number - 1]}: `],
  ])('%s', (_, marker) => {
    const expected = { Larkwarm: 1, Fernglow: 2, Shedly: 3 };
    expect(rank(numbered(marker), expected)).toEqual(expected);
    // Countdowns end with the first place.
    const countdown = ['Shedly', 'Fernglow', 'Larkwarm']
      .map((name, index) => `${marker(3 - index)}${name}`)
      .join('\n');
    expect(rank(countdown, expected)).toEqual(expected);
  });
});

describe('ranks by structure', () => {
  const cases: Record<string, [string, Ranks]> = {
    'a table after an introduction': [
      'Most start with Shedly.\n\n| Rank | Brand | Why |\n|---|---|---|\n| 1 | Larkwarm | quiet |\n| 2 | Fernglow | light |\n| 3 | Shedly | cheap |',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'a table without outer bars': [
      'Shedly is known.\n\nBrand | Price\n--- | ---\nLarkwarm | 10\nFernglow | 20\nShedly | 30',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'the numbers of a table that is sorted differently': [
      '| Rank | Brand |\n|---|---|\n| 3 | Shedly |\n| 1 | Larkwarm |\n| 2 | Fernglow |',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'a table whose brands stand behind their products': [
      '| # | Model | Maker |\n|---|---|---|\n| 🥇 | Glow 3 | Fernglow |\n| 🥈 | Shed Two | Shedly |\n| 🥉 | Arc | Larkwarm |',
      { Fernglow: 1, Shedly: 2, Larkwarm: 3 },
    ],
    'the columns of a comparison': [
      'Shedly is the newcomer.\n\n| Feature | Larkwarm | Ovenix | Shedly |\n|---|---|---|---|\n| Price | 10 | 20 | 30 |\n| Noise | low | high | low |',
      { Larkwarm: 1, Shedly: 3 },
    ],
    'an HTML list': [
      '<p>Shedly is known.</p><ol><li><b>Larkwarm</b>: quiet</li>\n<li>Fernglow</li><li>Shedly</li></ol>',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'a reversed HTML list': [
      '<ol reversed>\n<li>Shedly</li>\n<li>Fernglow</li>\n<li>Larkwarm</li>\n</ol>',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'an HTML table': [
      'Shedly is known.<table><tr><th>Rank</th><th>Brand</th></tr><tr><td>1</td><td>Larkwarm</td></tr><tr><td>2</td><td>Shedly</td></tr></table>',
      { Larkwarm: 1, Shedly: 2 },
    ],
    'headings that other headings interrupt': [
      '# Heaters\n\nShedly is known.\n\n## How we tested\nLong.\n\n## 1. Larkwarm\nGood.\n\n## A word on safety\nShedly is safe.\n\n## 2. Fernglow\nGood.\n\n## 3. Shedly\nFine.\n\n## FAQ\nIs Fernglow good?',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'underlined headings': [
      'Shedly is known.\n\nLarkwarm\n--------\nGood.\n\nFernglow\n--------\nGood.\n\nShedly\n------\nFine.',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'names that are not tracked': [
      '1. Ovenix – quiet\n2. Larkwarm – light\n3. Heatwave Pro – loud\n4. Shedly – cheap\n\nFernglow is sold in shops.',
      { Larkwarm: 2, Shedly: 4, Fernglow: 5 },
    ],
    'a single tracked name among bullets': [
      'These are worth a look:\n- **Ovenix**: quiet\n- **Heatwave**: loud\n- **Larkwarm**: light',
      { Larkwarm: 3 },
    ],
    'a single tracked name among headings': [
      '## Ovenix\nQuiet.\n\n## Heatwave\nLoud.\n\n## Larkwarm\nLight.\n\n## Conclusion\nAll are good.',
      { Larkwarm: 3 },
    ],
    'a single tracked name in a table': [
      '| Heater | Price |\n|---|---|\n| Ovenix | 10 |\n| Larkwarm | 20 |\n| Heatwave | 30 |',
      { Larkwarm: 2 },
    ],
    'makers behind products': [
      '1. **Glow 3** (Fernglow) – light\n2. **Arc by Larkwarm** – quiet\n3. Shed Two, Shedly\n4. Tent X – Ovenix',
      { Fernglow: 1, Larkwarm: 2, Shedly: 3, Ovenix: 4 },
    ],
    'makers behind products in other languages': [
      '1. Glow 3 von Fernglow – leicht\n2. Arc de Larkwarm : silencieux\n3. Shed Two от Shedly — дёшево\n4. ヒートX（Ovenix）：静か',
      { Fernglow: 1, Larkwarm: 2, Shedly: 3, Ovenix: 4 },
    ],
    'prose before bullets about topics': [
      'Two things matter, says the owner of a Larkwarm.\n\n- **Price:** Fernglow starts lower than Shedly.\n- **Noise:** Shedly is louder.',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'prose before bullets that do not rank': [
      'Look at:\n- battery life, where Fernglow shines\n- noise, where Shedly is poor\n\nI bought a Larkwarm in the end.',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
    'citations in the text': [
      'Larkwarm is quiet ([Shedly](https://shedly.test/a)) and [Fernglow +2](https://fernglow.test) says so. Fernglow and Shedly agree.',
      { Larkwarm: 1, Fernglow: 2, Shedly: 3 },
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [markdown, expected]) => {
    expect(rank(markdown, expected)).toEqual(expected);
  });

  test('in the order of the text, if the answer is stored without its structure', () => {
    const text = 'Most start with Shedly.\n\n1\tLarkwarm\tquiet\n2\tFernglow\tlight';
    const expected = { Shedly: 1, Larkwarm: 2, Fernglow: 3 };
    const brands = Object.keys(expected).map((name) => ({
      id: name,
      name,
      aliases: [],
      matchCase: false,
      requiredContext: [],
      excludedContext: [],
    }));
    const mentions = compileMatcher(brands).findMentions(text, null);
    expect(Object.fromEntries(mentions.map(({ brandId, rank: place }) => [brandId, place]))).toEqual(
      expected,
    );
  });

  test('also among tracked brands only', () => {
    const markdown = '1. Ovenix\n2. Larkwarm and Shedly\n3. Heatwave\n4. Fernglow';
    const places = { Larkwarm: 2, Shedly: 2, Fernglow: 5 };
    expect(rank(markdown, places)).toEqual(places);
    const tracked = { Larkwarm: 1, Shedly: 1, Fernglow: 3 };
    expect(rank(markdown, tracked, 'trackedRank')).toEqual(tracked);
  });
});

const list = '1. Fernglow – light\n2. Shedly – cheap\n3. Larkwarm – quiet\n\n';
const table = '| Brand | Price |\n|---|---|\n| Fernglow | 10 |\n| Shedly | 20 |\n| Larkwarm | 30 |\n\n';

describe('ranks a stated winner first', () => {
  test.each([
    '**Top pick:** Larkwarm',
    'Our top pick is **Larkwarm**.',
    '🏆 **Best overall: Larkwarm** – it is quiet.',
    '## Winner\n\n**Larkwarm** has it all.',
    'Winner: Larkwarm.',
    'Larkwarm is the best choice for most people.',
    'Overall, the Larkwarm Arc 2 is the **best choice**, even beside Fernglow.',
    'My recommendation: go with Larkwarm.',
    'Verdict: Larkwarm.',
    '**Verdict:** Larkwarm wins overall.',
    'I’d recommend Larkwarm for most people.',
    'Testsieger: Larkwarm',
    'Fazit: Larkwarm ist für die meisten die beste Wahl.',
    'Meine Empfehlung: **Larkwarm**',
    'Notre recommandation : Larkwarm.',
    'En conclusion, Larkwarm est le meilleur choix.',
    'Nuestra recomendación: Larkwarm.',
    'Para la mayoría, Larkwarm es la mejor opción.',
    'Il vincitore è Larkwarm.',
    'Larkwarm è la scelta migliore.',
    'Vencedor: Larkwarm',
    'Larkwarm é a melhor escolha para a maioria.',
    'Onze topkeuze: Larkwarm',
    'Larkwarm is voor de meeste mensen de beste keuze.',
    'Najlepszy wybór: Larkwarm',
    'Larkwarm to najlepszy wybór.',
    'Победитель: Larkwarm',
    'Larkwarm — лучший выбор для большинства.',
    'En iyi seçim: Larkwarm',
    'Larkwarm çoğu kişi için en iyi seçimdir.',
    '結論：Larkwarm。',
    '一番のおすすめはLarkwarmです。',
    'Larkwarmが最もおすすめです。',
    '최고의 선택: Larkwarm',
    'Larkwarm이 최고의 선택입니다.',
    'Larkwarm ist für die meisten Gärtner die beste Wahl.',
    'La mejor opción para la mayoría es Larkwarm.',
    'Dla większości osób najlepszym wyborem będzie Larkwarm.',
    '多くの人にはLarkwarmが最適です。',
    'Useimmille paras valinta on Larkwarm.',
    '首选：Larkwarm',
    'Larkwarm是最佳选择。',
  ])('%s', (statement) => {
    const expected = { Larkwarm: 1, Fernglow: 2, Shedly: 3 };
    expect(rank(`${list}${statement}`, expected)).toEqual(expected);
    expect(rank(`${statement}\n\n${table}`, expected)).toEqual(expected);
  });

  test.each([
    'If you want silence, Larkwarm is the best choice.',
    'For small sheds, go with Larkwarm.',
    'Larkwarm is the best choice for small sheds.',
    'Larkwarm is not the best choice.',
    'Top pick for small sheds: Larkwarm',
    'We would also recommend Larkwarm.',
    'Für kleine Hütten ist Larkwarm die beste Wahl.',
    'Larkwarm ist die beste Wahl, wenn es leise sein soll.',
    'Pour un petit abri, Larkwarm est le meilleur choix.',
    'Noise: winner: Larkwarm\nPrice: winner: Shedly\nLooks: winner: Fernglow',
  ])('but not one for some people only: %s', (statement) => {
    const expected = { Fernglow: 1, Shedly: 2, Larkwarm: 3 };
    expect(rank(`${list}${statement}`, expected)).toEqual(expected);
  });
});

describe('does not rank a brand that the answer advises against', () => {
  test.each([
    'Avoid Shedly.',
    'I would not recommend Shedly.',
    'I wouldn’t recommend **Shedly**, because it breaks.',
    'Stay away from Shedly!',
    'Shedly is not recommended.',
    '## Brands to avoid\n\n- **Shedly**: breaks\n',
    '**Not recommended:** Shedly',
    'Von Shedly würde ich abraten. Finger weg von Shedly.',
    'Shedly ist nicht empfehlenswert.',
    'Steer clear of the Shedly Two 5 after its recall.',
    'I would not recommend Shedly for a trip with children.',
    'À éviter : Shedly, qui casse vite.',
    'Shedly’den uzak durun.',
    'Évitez Shedly.',
    'Evita Shedly.',
    'No recomiendo Shedly.',
    'Sconsiglio Shedly.',
    'Não recomendo Shedly.',
    'Vermijd Shedly.',
    'Nie polecam Shedly.',
    'Не рекомендую Shedly.',
    'Избегайте Shedly.',
    'Shedly önermiyorum.',
    'Shedlyはおすすめしません。',
    'Shedly는 추천하지 않습니다.',
    '不推荐Shedly。',
  ])('%s', (statement) => {
    const expected = { Larkwarm: 1, Fernglow: 2, Shedly: null };
    expect(rank(`Larkwarm is quiet and Fernglow light.\n\n${statement}`, expected)).toEqual(expected);
  });

  test.each([
    'Avoid Shedly fees with a card.',
    'Avoid Shedly if you camp.',
    'There is little to say about Shedly.',
  ])('but one that it warns of in some cases only: %s', (statement) => {
    const expected = { Larkwarm: 1, Fernglow: 2, Shedly: 3 };
    expect(rank(`Larkwarm is quiet and Fernglow light.\n\n${statement}`, expected)).toEqual(expected);
  });
});
