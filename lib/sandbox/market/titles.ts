import type { DocumentKind } from '#lib/sandbox/market/document';
import type { Language } from '#lib/sandbox/market/publisher';

type Titles = Record<DocumentKind, [string, ...string[]]>;

/** `{c}` the category in the publisher's language, `{b}` the first brand, `{o}` the second, `{p}` a product. */
export const titles: Record<Language, Titles> = {
  en: {
    review: [
      '{p} review: eight weeks, no mercy',
      '{p} tested: the honest verdict',
      'Living with {b}: a review of {p}',
    ],
    comparison: [
      '{b} vs {o}: which one should you buy?',
      '{b} or {o}? Two {c} compared',
      '{b} against {o}, measured',
    ],
    best: [
      'The best {c}, ranked',
      'Best {c} for most people',
      'Our favourite {c} right now',
      'The best {c}, and the ones we argued about',
      '{c}: five we would buy again',
      '{c} worth your weekend',
    ],
    alternatives: [
      'Alternatives to {b} worth your money',
      'What to buy instead of {b}',
      'Leaving {b}? Try these {c}',
    ],
    price: [
      '{c}: what they cost and what is worth it',
      'Price check: {b}, {o} and friends',
      'Cheap and dear {c}, side by side',
    ],
    problem: [
      'Common problems with {b} {c}',
      '{b} complaints: what goes wrong',
      'Is {b} still reliable? Owners answer',
    ],
    'how-to': ['How to choose {c}', 'How to look after {c}', 'A short, calm guide to {c}'],
    news: ['{b}: what changed this season', 'News from {b}', '{b} makes headlines with {p}'],
    overview: ['{c}: an overview', '{b} and the world of {c}', 'Who makes {c}?'],
  },
  de: {
    review: ['{p} im Test: ehrlich und gründlich', '{p}: acht Wochen im Alltag'],
    comparison: ['{b} oder {o}? {c} im Vergleich', '{b} gegen {o}: das Duell'],
    best: [
      'Die besten {c} im großen Vergleich',
      '{c}: fünf Empfehlungen',
      'Welche {c} lohnen sich?',
      'Unsere Favoriten: {c}',
    ],
    alternatives: ['Alternativen zu {b}', 'Was statt {b} kaufen?'],
    price: ['{c}: Preise im Überblick', 'Preisvergleich: {b}, {o} und andere'],
    problem: ['Häufige Probleme mit {b}', 'Ärger mit {b}? Das sagen Besitzer'],
    'how-to': ['{c} richtig auswählen', 'Ratgeber: {c} pflegen'],
    news: ['{b}: das ist neu', 'Neues von {b}: {p}'],
    overview: ['{c}: ein Überblick', 'Wer baut {c}?'],
  },
  fr: {
    review: ['{p} à l’essai : notre verdict', '{p} : huit semaines plus tard'],
    comparison: ['{b} ou {o} ? Le comparatif', '{b} contre {o} : le duel'],
    best: [
      'Les meilleures adresses : {c}',
      'Notre palmarès : {c}',
      '{c} : cinq valeurs sûres',
      '{c} : que choisir cette saison ?',
    ],
    alternatives: ['Les alternatives à {b}', 'Que choisir à la place de {b} ?'],
    price: ['{c} : combien ça coûte ?', 'Les prix de {b}, {o} et les autres'],
    problem: ['Problèmes fréquents avec {b}', '{b} : les clients se plaignent'],
    'how-to': ['Bien choisir : {c}', 'Petit guide : {c}'],
    news: ['{b} : ce qui change', 'Du nouveau chez {b}'],
    overview: ['{c} : tour d’horizon', 'Qui fabrique quoi ? {c}'],
  },
  ja: {
    review: ['{p}を8週間使ってみた正直レビュー', '【検証】{p}の実力'],
    comparison: ['{b}と{o}、どっちを選ぶ？', '{c}比較：{b} 対 {o}'],
    best: [
      '{c}おすすめランキング',
      '{c}、買ってよかった5選',
      '今季の{c}はこれで決まり',
      '本当に良かった{c}まとめ',
    ],
    alternatives: ['{b}の代わりになる{c}', '{b}から乗り換えるなら'],
    price: ['{c}の値段まとめ', '{b}と{o}の価格を比べる'],
    problem: ['{b}でよくあるトラブル', '{b}の不満点を聞いた'],
    'how-to': ['{c}の選び方', '{c}のお手入れ入門'],
    news: ['{b}の最新ニュース', '{b}、{p}で話題に'],
    overview: ['{c}とは', '{c}の作り手たち'],
  },
};

/** What videos and posts put in front of their titles. */
export const flourishes: string[] = ['🔥 ', '😱 ', '✨ ', '🐐 ', '🧪 ', '👀 ', '⛰️ ', '🫠 '];
