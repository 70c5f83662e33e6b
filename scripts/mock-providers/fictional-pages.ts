import { sha256 } from '#lib/core/crypto';

/** A page about fictional kayaks on a reserved domain. */
export interface FictionalPage {
  url: string;
  site: string;
  domain: string;
  title: string;
  /** Contains characters whose lengths in UTF-8 and UTF-16 differ. */
  sentence: string;
  kayak: string;
  price: number;
}

const kayaks = ['Otterline Fold 3', 'Driftwell Coracle', 'Kelpcraft Loom', 'Fjordling Pack', 'Reedmouse Duo'];
const sites = [
  { site: 'Paddle Press', domain: 'www.paddlepress.example' },
  { site: 'Harbour Lab', domain: 'harbourlab.example' },
  { site: 'カヤックノート', domain: 'kayak-note.example' },
  { site: 'River Forum', domain: 'river-forum.example' },
];

/** Returns three or four pages for a prompt and country, always the same ones in the same order. */
export function createPages(prompt: string, country: string): FictionalPage[] {
  const hash = sha256(JSON.stringify([prompt, country]));
  const count = 3 + (hash.readUInt8(0) % 2);
  const first = hash.readUInt8(1);
  return Array.from({ length: count }, (_, index) => {
    const kayak = kayaks[(first + index) % kayaks.length] ?? '';
    const { site, domain } = sites[(first + index) % sites.length] ?? { site: '', domain: '' };
    const grams = 8000 + (hash.readUInt8(2 + index) % 50) * 100;
    return {
      url: `https://${domain}/${kayak.toLowerCase().replaceAll(' ', '-')}?from=${country || 'US'}`,
      site,
      domain,
      title: `${kayak} on the water`,
      sentence: `The ${kayak} 🛶 weighs ${(grams / 1000).toFixed(1)} kg (折りたたみ時間は${2 + index}分)`,
      kayak,
      price: 600 + (hash.readUInt8(8 + index) % 40) * 25,
    };
  });
}
