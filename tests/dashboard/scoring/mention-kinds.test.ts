import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

/* The kinds of writing that docs/metrics.md counts as a mention, and those that it does not. */

function countMentions(name: string, text: string, fields: Partial<MatchedBrand> = {}): number {
  const brand = {
    id: name,
    name,
    aliases: [],
    matchCase: false,
    requiredContext: [],
    excludedContext: [],
    ...fields,
  };
  return compileMatcher([brand]).findMentions(text)[0]?.count ?? 0;
}

test.each<[kind: string, name: string, text: string, count: number]>([
  ['a German compound', 'Kärcher', 'Der Kärcher-Hochdruckreiniger und die Kärcher-App überzeugen.', 2],
  ['a German compound after a hyphen', 'Bosch', 'Mit einem Nicht-Bosch-Akku läuft er nicht.', 1],
  ['an English compound', 'Adidas', 'An Adidas-sponsored club and an adidas-owned brand.', 2],
  ['a Finnish compound', 'Polar', 'Polar-kello kestää vuosia.', 1],
  ['a Swedish compound', 'Klarna', 'Klarna-kunder betalar senare.', 1],
  ['a Dutch compound', 'Bol', 'Bol-bestellingen komen morgen.', 1],
  ['a Russian compound', 'Яндекс', 'Яндекс-такси приедет быстро.', 1],
  ['a Japanese text', 'Notion', 'Notion-likeなアプリ', 1],
  ['a package in prose', 'Prisma', 'Install prisma-client or use prisma-next.', 0],
  ['a package in code', 'Prisma', 'Run `npx Prisma-studio` first.', 0],
  ['a class in a code block', 'Prisma', 'Use this:\n```css\n.Prisma-Header {}\n```\nDone.', 0],
  ['a scoped package', 'Sentry', 'Add @sentry/node to the project.', 0],
  ['a path', 'Sentry', 'Logs are in /var/sentry/logs and ./sentry/config.', 0],
  ['an option', 'Sentry', 'Start it with --sentry to report errors.', 0],
  ['another name with a hyphen', 'Rust', 'Rust-Oleum makes paint.', 0],
  ['two brands with a slash', 'Sony', 'The Sony/Ericsson phones', 1],

  ['an Arabic conjunction', 'نون', 'المتاجر أمازون ونون وسوق', 1],
  ['an Arabic preposition', 'أمازون', 'اشتريت بامازون ولأمازون خصم', 2],
  ['an Arabic article after a preposition', 'المراعي', 'هذا للمراعي وبالمراعي', 2],
  ['Arabic letter forms', 'مكتبة جرير', 'مكتبه جرير أفضل', 1],
  ['Arabic vowels and elongation', 'سامسونج', 'سَامسونج و ســامسونج', 2],
  ['a Latin name after an Arabic prefix', 'Samsung', 'هاتف لـSamsung وSamsung أيضا', 2],
  ['a longer Arabic word', 'نون', 'في القانون الجديد', 0],
  ['a Persian joiner', 'دیجی‌کالا', 'خرید از دیجی کالا و دیجی‌کالا', 2],
  ['a Persian plural', 'سامسونگ', 'سامسونگ‌های جدید', 1],
  ['Hebrew prefixes', 'גוגל', 'בגוגל, לגוגל ושגוגל', 3],
  ['a Latin name after a Hebrew prefix', 'Wix', 'בWix וב-Wix', 2],
  ['Hebrew final letters and points', 'שופרסל', 'שׁוּפֶּרסל זול', 1],
  ['a longer Hebrew word', 'בזק', 'המבזקים של היום', 0],

  ['a Bengali ending', 'দারাজ', 'দারাজের দাম কম, দারাজে কিনুন।', 2],
  ['a Latin name in Bengali', 'Walton', 'Waltonএর ফ্রিজ ও Walton-এর টিভি', 2],
  ['a longer Bengali word', 'আলো', 'আলোচনা চলছে', 0],
  ['Hindi', 'फ्लिपकार्ट', 'फ्लिपकार्ट पर सस्ता है।', 1],
  ['a Marathi ending', 'टाटा', 'टाटाची गाडी आणि टाटाने सांगितले', 2],
  ['a Gujarati ending', 'અમૂલ', 'અમૂલનું દૂધ', 1],
  ['a Tamil ending', 'சாம்சங்', 'சாம்சங்கின் புதிய போன்', 1],
  ['Thai around a Latin name', 'Shopee', 'ซื้อจากShopeeถูกกว่า', 1],
  ['Thai around a Thai name', 'ลาซาด้า', 'ผมซื้อที่ลาซาด้าเมื่อวาน', 1],
  ['Khmer around a Latin name', 'Wing', 'ខ្ញុំប្រើWingរាល់ថ្ងៃ', 1],
  ['Lao around a Latin name', 'Foodpanda', 'ສັ່ງຜ່ານFoodpandaໄດ້', 1],

  ['a stroke', 'Ørsted', 'Orsted and Oersted and ØRSTED', 3],
  ['no stroke', 'Mollerup', 'Møllerup-lampen', 1],
  ['a ligature', 'Mærsk', 'Maersk, Mærsk', 2],
  ['a Polish letter', 'Łódzkie', 'Lodzkie', 1],
  ['an Icelandic letter', 'Þingvellir', 'Thingvellir', 1],
  ['a Turkish letter', 'Arçelik Kıbrıs', 'Arcelik Kibris', 1],
  ['an umlaut written out', 'Löwenbräu', 'Loewenbraeu und Lowenbrau', 2],
  ['an umlaut contracted', 'Baecker Schulz', 'Bäcker Schulz', 1],
  ['another name without an umlaut', 'Bauer', 'Die Baur AG', 0],

  ['an adjective with its noun', 'Нова пошта', 'Відправляйте Новою поштою або через Нову пошту.', 2],
  ['a Greek ending', 'Γερμανός', 'Το κατάστημα του Γερμανού', 1],
  ['a Romanian ending after a hyphen', 'OLX', 'Am găsit pe OLX-ul nostru', 1],
  ['a Ukrainian change of the stem', 'Розетка', 'Купуйте в Розетці.', 1],

  ['closed up', 'Grey Goose', 'GreyGoose vodka', 1],
  ['with a space', 'SoundCloud', 'Sound Cloud is free.', 1],
  ['with a space in lower case', 'LinkedIn', 'It is linked in the report.', 0],
  ['a common word when closed up', 'Every One', 'Everyone likes it.', 0],
  ['a digit', '9Gag', '9 Gag and 9-Gag', 2],

  ['bold in a name', 'Acme Pro', '**Acme** Pro, Acme **Pro** and __Acme__ Pro', 3],
  ['a link in a name', 'Acme Pro', '[Acme](https://acme.example/a) Pro', 1],
  ['bold letters', 'Acme', '**Ac**me', 1],
  ['HTML in a name', 'Acme Pro', '<b>Acme</b> Pro', 1],
  ['an escape', 'Marks & Spencer', 'Marks \\& Spencer, Marks &amp; Spencer', 2],
  ['a trademark', 'Acme Pro', 'Acme® Pro, Acme Pro™', 2],
  ['a footnote', 'Acme', 'Acme[1], Acme¹ and Acme*', 3],

  ['a missing apostrophe', "Lay's", 'Lays and Lay’s', 2],
  ['an added apostrophe', 'Lidls', "Lidl's", 1],
  ['a contraction', 'Shell', "She'll love it", 0],
  ['an elision', 'Apple', "l'Apple d’Apple", 2],
  ['final punctuation', 'Joann!', 'Joann has fabric.', 1],
  ['final punctuation of a common word', 'Which?', 'Which phone is best?', 0],
  ['initials', 'K.F.C', 'KFC, K.F.C. and K.F.C', 3],
  ['initials added', 'DHL', 'D.H.L. delivers', 1],
  ['a title', 'Dr. Martens', 'Dr Martens, Dr.Martens, Dr. Martens', 3],
  ['a title added', 'St Ives', 'St. Ives', 1],
  ['the number of an item', 'Larkwarm', '①Larkwarm ❷Larkwarm ㊂Larkwarm', 3],
  ['a wide dash', 'Coca-Cola', 'Coca－Cola and Coca﹣Cola', 2],
  ['initials before a name', 'A.B. Larkwarm', 'AB Larkwarm', 1],
  ['a legal form', 'Brightleaf Ltd.', 'Brightleaf is fine.', 1],
  ['two legal forms', 'Nordwind GmbH & Co. KG', 'Nordwind liefert.', 1],
  ['a Japanese legal form', '株式会社イトーキ', 'イトーキの椅子', 1],
  ['a legal form of a common word', 'Gap Inc.', 'Gap years and the Gap', 0],
  ['"and" in the language', 'Dolce & Gabbana', 'Dolce e Gabbana, Dolce y Gabbana, Dolce und Gabbana', 3],
  ['a plus', 'Paramount+', 'Paramount Plus and Paramount+', 2],
  ['a domain', 'monday.com', 'See you on Monday at monday.com', 1],
  ['a domain with a common word', 'Hotels.com', 'Hotels here are cheap.', 0],
  ['a share', 'Nike', 'Buy $Nike and $NIKE now', 0],
])('counts %s: %s', (_, name, text, count) => {
  expect(countMentions(name, text)).toBe(count);
});

test.each<[string, string, number]>([
  ['Orange', 'ORANGE IS BEST', 1],
  ['Orange', 'an orange', 0],
  ['adidas', '## Adidas compared', 1],
  ['Orange', '## The best orange juice', 0],
  ['Go', 'GO HOME', 0],
])('matches the case of %s in “%s”', (name, text, count) => {
  expect(countMentions(name, text, { matchCase: true })).toBe(count);
});

const casesFolder = resolve(import.meta.dirname, '../../../../shared/cases');
const casesSchema = z.array(z.object({ name: z.string(), text: z.string(), expected: z.int() }));

test('counts the mentions of the cases in ../shared/cases, if the folder exists', ({ skip }) => {
  if (!existsSync(casesFolder)) return skip('there is no folder ../shared/cases');
  const files = readdirSync(casesFolder)
    .map((folder) => join(casesFolder, folder, 'mentions.json'))
    .filter((file) => existsSync(file));
  const cases = files.flatMap((file) => casesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  expect(cases.map((found) => ({ ...found, expected: countMentions(found.name, found.text) }))).toEqual(
    cases,
  );
});
