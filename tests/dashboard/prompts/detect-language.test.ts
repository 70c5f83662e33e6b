import { expect, test } from 'vitest';
import { detectPromptLanguage } from '#lib/dashboard/prompts/detect-language';

test.each([
  [
    'en',
    [
      'Which bank is best for students?',
      'top project management tools',
      'What is the best electric toothbrush?',
    ],
  ],
  [
    'de',
    [
      'Welche Bank ist die beste für Studenten?',
      'günstige Flüge nach Rom',
      'Welche Waschmaschine hält am längsten?',
    ],
  ],
  [
    'fr',
    ['Quelle est la meilleure banque en ligne ?', 'meilleur aspirateur sans fil', 'assurance auto pas chère'],
  ],
  ['es', ['¿Cuál es el mejor banco para jóvenes?', 'mejor aspiradora sin cable', '¿Qué CRM me recomiendas?']],
  ['it', ['Qual è la migliore banca online?', 'migliori scarpe da corsa', 'assicurazione auto economica']],
  ['pt', ['Qual é o melhor banco digital?', 'melhores tênis de corrida', 'Qual CRM devo escolher?']],
  [
    'nl',
    ['Wat is de beste bank voor studenten?', 'goedkope vluchten naar Rome', 'Welke stofzuiger is het beste?'],
  ],
  ['pl', ['Jaki bank jest najlepszy dla studentów?', 'najlepsze buty do biegania', 'jaki odkurzacz kupić']],
  ['sv', ['Vilken bank är bäst för studenter?', 'bästa löparskor', 'billiga flyg till Rom']],
  ['tr', ['Öğrenciler için en iyi banka hangisi?', 'en iyi koşu ayakkabısı', 'ucuz araba sigortası']],
  ['ru', ['Какой банк лучше для студентов?', 'лучшие кроссовки для бега', 'Какую CRM выбрать?']],
  ['uk', ['Який банк найкращий для студентів?', 'найкращі кросівки для бігу']],
  ['ar', ['ما هو أفضل بنك للطلاب؟', 'أفضل أحذية الجري']],
  ['fa', ['بهترین بانک برای دانشجویان کدام است؟']],
  ['hi', ['छात्रों के लिए सबसे अच्छा बैंक कौन सा है?']],
  ['ja', ['学生におすすめの銀行は?', '最強のCRM', 'HubSpotの代わりになるツール']],
  ['ko', ['학생에게 가장 좋은 은행은?', '러닝화 추천', 'HubSpot 대안 추천']],
  ['zh', ['学生用哪家银行最好？', '最好的跑鞋推荐', '學生用哪家銀行最好？']],
  ['th', ['รองเท้าวิ่งที่ดีที่สุด']],
  ['vi', ['Ngân hàng nào tốt nhất cho sinh viên?', 'giày chạy bộ tốt nhất']],
  ['el', ['Ποια είναι η καλύτερη τράπεζα για φοιτητές;']],
  ['he', ['מהו הבנק הטוב ביותר לסטודנטים?']],
] as const)('detects %s in %j', async (language, prompts) => {
  const detected = await Promise.all(prompts.map(detectPromptLanguage));
  expect(detected).toEqual(prompts.map(() => language));
});

test.each([
  // Names, which have no language.
  'Nike',
  'iPhone 17 Pro Max',
  'Salesforce vs HubSpot',
  'Notion Asana ClickUp',
  'Bosch GSR 18V-55',
  'SAP S/4HANA',
  'BMW X5 M',
  'CRM',
  '2026',
  'https://fr.example/meilleure-banque-en-ligne',
  '🙂',
  '?!',
  // Words of several languages.
  'hotel spa wellness',
  'billig bilforsikring',
  'Hvilken bank er best for studenter?',
  'недорогая страховка авто',
  // Languages that eld takes for others.
  'Bank apa yang terbaik untuk mahasiswa?',
  'Koja banka je najbolja za studente?',
  'Која банка е најдобра за студенти?',
  'Студенттер үшін қай банк жақсы?',
])('is not sure of the language of %s', async (prompt) => {
  expect(await detectPromptLanguage(prompt)).toBeNull();
});

test('a name in another script does not decide', async () => {
  expect(await detectPromptLanguage('Which brand of 김치 is the best for a family of four?')).toBe('en');
  expect(await detectPromptLanguage('Quelle est la différence entre 東京 et 大阪 pour un touriste ?')).toBe(
    'fr',
  );
});

test.each([
  ['one word', 'a'],
  ['words', 'ab '],
  ['capitals inside words', 'aB'],
  ['digits', 'a1'],
  ['URLs', 'https://a'],
  ['marks', 'a\u0301'],
  ['punctuation', "'&+./-"],
  ['Hangul', '가'],
])('reads 10,000 characters of %s in less than 50 ms', async (_, part) => {
  await detectPromptLanguage('Which kayak is best?');
  const text = part.repeat(10_000 / part.length);
  const start = process.cpuUsage();
  await detectPromptLanguage(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(50);
});
