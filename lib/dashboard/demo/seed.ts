import type { Engine } from '#lib/contract/engines';

interface DemoBrand {
  name: string;
  aliases: string[];
  domains: string[];
}

interface DemoPrompt {
  text: string;
  topic: 'Discovery' | 'Comparison' | 'Alternatives' | 'Price' | 'Problems';
  tags: string[];
  /** ISO 639-1. */
  language: string;
}

interface DemoSeed {
  project: { name: string; category: string };
  brand: DemoBrand;
  competitors: DemoBrand[];
  prompts: DemoPrompt[];
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  engines: Engine[];
}

function prompts(topic: DemoPrompt['topic'], tag: string, texts: string[]): DemoPrompt[] {
  return texts.map((text) => ({ text, topic, tags: [tag], language: 'en' }));
}

/** What the demo monitors: an invented maker of trail shoes and five competitors. */
export const demoSeed: DemoSeed = {
  project: { name: 'Tarnhoof (fictional)', category: 'Trail shoes' },
  brand: { name: 'Tarnhoof', aliases: ['Tarn Hoof'], domains: ['tarnhoof.example'] },
  competitors: [
    { name: 'Grumblefell', aliases: ['Grumblefell Running'], domains: ['grumblefell.example'] },
    { name: 'Kumonoashi', aliases: ['雲の足'], domains: ['kumonoashi.example'] },
    { name: 'Bergflunker', aliases: [], domains: ['bergflunker.example'] },
    { name: 'Pebblewhisk', aliases: ['Pebble Whisk'], domains: ['pebblewhisk.example'] },
    { name: 'Sentierlune', aliases: [], domains: ['sentierlune.example'] },
  ],
  prompts: [
    ...prompts('Discovery', 'evergreen', [
      'What are the best trail shoes right now?',
      'Which trail shoes have the best grip on wet rock?',
      'Best lightweight trail running shoes for racing',
      'Comfortable trail shoes for long distances',
      'Which trail shoes suit wide feet?',
      'Good waterproof trail shoes for muddy winters',
    ]),
    ...prompts('Comparison', 'competitive', [
      'Tarnhoof vs Grumblefell: which trail shoe should I buy?',
      'Kumonoashi or Bergflunker for mountain ultras?',
      'Which trail shoes last longest?',
      'Light or durable trail shoes: which brands do both?',
      'Top rated trail shoes compared',
      'Trail shoes for beginners compared with racing models',
    ]),
    ...prompts('Alternatives', 'competitive', [
      'Alternatives to Grumblefell trail shoes',
      'What can I buy instead of Kumonoashi?',
      'Trail shoes similar to Bergflunker but lighter',
      'Lesser-known trail shoe brands worth trying',
      'Trail running shoes from small makers',
      'What do fell runners wear on rough mountain ground besides the big trail shoe brands?',
    ]),
    ...prompts('Price', 'buying', [
      'How much do good trail shoes cost?',
      'Best cheap trail shoes under 120',
      'Are expensive trail shoes worth the money?',
      'Best value trail shoes for wet weather',
      'Which trail shoes are on discount?',
      'Is Tarnhoof worth the price?',
    ]),
    ...prompts('Problems', 'support', [
      'Common problems with trail shoes',
      'Which trail shoes cause blisters on wide feet and which avoid the problem?',
      'Trail shoes that wear out fast: which to avoid?',
      'Why do my trail shoes slip on wet rock, and which would not?',
      'How do I look after trail shoes?',
      'Trail shoe complaints and recalls this year',
    ]),
  ],
  countries: ['US', 'GB', 'DE', 'JP'],
  engines: ['chat', 'gen', 'answer'],
};
