import { sha256 } from '#lib/core/crypto';

/** A page about kayaks that do not exist, on a host that cannot. */
export interface KayakPage {
  url: string;
  site: string;
  domain: string;
  title: string;
  /** One sentence of it, with characters of two UTF-16 units, of three bytes and of one. */
  says: string;
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

/** The pages that answer a question from a country: three or four, always the same ones in the same order. */
export function kayakPages(prompt: string, country: string): KayakPage[] {
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
      says: `The ${kayak} 🛶 weighs ${(grams / 1000).toFixed(1)} kg (折りたたみ時間は${2 + index}分)`,
      kayak,
      price: 600 + (hash.readUInt8(8 + index) % 40) * 25,
    };
  });
}
