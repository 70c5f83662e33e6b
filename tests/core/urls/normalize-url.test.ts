import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getPageHost, normalizeUrl } from '#lib/core/urls/normalize-url';

const video = 'https://www.youtube.com/watch?v=kQ7-xW2_paA';
const page = 'https://kayaks.test/guides/sea';
const bingTarget = Buffer.from(page).toString('base64url');

/** URLs of one page each. */
const pages: [string, string[]][] = [
  [
    'a video on YouTube',
    [
      video,
      'youtu.be/kQ7-xW2_paA',
      'youtu.be/kQ7-xW2_paA?si=Zb1&t=31',
      'm.youtube.com/watch?app=desktop&v=kQ7-xW2_paA',
      'music.youtube.com/watch?v=kQ7-xW2_paA&list=RD1',
      'www.youtube.com/watch?list=PL2&index=3&v=kQ7-xW2_paA&feature=share',
      'www.youtube.com/shorts/kQ7-xW2_paA?feature=share',
      'www.youtube.com/embed/kQ7-xW2_paA?rel=0',
      'www.youtube-nocookie.com/embed/kQ7-xW2_paA',
      'www.youtube.com/live/kQ7-xW2_paA',
      'www.youtube.com/v/kQ7-xW2_paA',
      'www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DkQ7-xW2_paA%26feature%3Dshare',
      `www.youtube.com/redirect?q=${encodeURIComponent(video)}&event=comments`,
    ],
  ],
  [
    'a video on Vimeo',
    ['https://vimeo.com/76979871', 'player.vimeo.com/video/76979871?h=8', 'vimeo.com/76979871#t=5'],
  ],
  [
    'a video on Dailymotion',
    ['https://dai.ly/x8abcd', 'www.dailymotion.com/video/x8abcd', 'www.dailymotion.com/embed/video/x8abcd'],
  ],
  [
    'a story on Medium',
    [
      'https://medium.com/@Rower/ten-kayaks-1a2b',
      'https://rower.medium.com/ten-kayaks-1a2b',
      'https://medium.com/@rower/ten-kayaks-1a2b?source=rss',
    ],
  ],
  [
    'a page that an assistant links to',
    [page, `${page}?ref=chatgpt.com`, `${page}?source=perplexity`, `${page}?utm_source=chatgpt.com`],
  ],
  [
    'a video on TikTok',
    [
      'https://www.tiktok.com/@rower/video/7300?lang=de',
      'm.tiktok.com/v/7300.html',
      'www.tiktok.com/embed/v2/7300',
    ],
  ],
  [
    'an article of Wikipedia',
    [
      'https://de.wikipedia.org/wiki/Faltboot',
      'de.m.wikipedia.org/wiki/Faltboot?wprov=sfla1',
      'http://de.wikipedia.org/w/index.php?title=Faltboot',
      'de.wikipedia.org/wiki/Faltboot#Geschichte',
      'de-m-wikipedia-org.translate.goog/wiki/Faltboot?_x_tr_sl=de&_x_tr_tl=en',
    ],
  ],
  [
    'an AMP page',
    [
      page,
      'kayaks.test/guides/sea/amp',
      'kayaks.test/guides/sea/amp/',
      'kayaks.test/guides/sea?amp',
      'kayaks.test/guides/sea?amp=1&usqp=mq331',
      'kayaks.test/guides/sea?outputType=amp',
      'amp.kayaks.test/guides/sea',
      'm.kayaks.test/guides/sea',
      'mobile.kayaks.test/guides/sea',
      'kayaks-test.cdn.ampproject.org/v/s/kayaks.test/guides/sea?amp_js_v=0.1',
      'cdn.ampproject.org/c/kayaks.test/guides/sea',
      'www.google.co.uk/amp/s/kayaks.test/guides/sea',
      'www.google.com/amp/kayaks.test/guides/sea/amp',
      'www.bing-amp.com/c/s/kayaks.test/guides/sea',
    ],
  ],
  [
    'an AMP page with its mark before the path',
    ['https://kayaks.test/2026/11/fold-boats', 'kayaks.test/amp/2026/11/fold-boats'],
  ],
  ['an AMP file', ['https://kayaks.test/fold-boats.html', 'kayaks.test/fold-boats.amp.html']],
  [
    'a page behind a redirect',
    [
      page,
      `www.google.com/url?q=${page}&sa=U&ved=2ah`,
      `www.google.de/url?sa=t&url=${encodeURIComponent(`${page}?utm_campaign=x`)}`,
      `www.google.com/url?q=${encodeURIComponent(`https://www.google.com/amp/s/kayaks.test/guides/sea`)}`,
      `www.bing.com/ck/a?!&&p=1f&u=a1${bingTarget}&ntb=1`,
      `r.search.yahoo.com/_ylt=A;_ylu=Y/RV=2/RE=17/RO=10/RU=${encodeURIComponent(page)}/RK=2/RS=x-`,
      `duckduckgo.com/l/?uddg=${encodeURIComponent(page)}&rut=1`,
      `l.facebook.com/l.php?u=${encodeURIComponent(page)}&h=AT1`,
      `out.reddit.com/t3_1?url=${encodeURIComponent(page)}&token=1`,
      `www.linkedin.com/safety/go?url=${encodeURIComponent(page)}&trk=x`,
    ],
  ],
  [
    'a thread on Reddit',
    [
      'https://www.reddit.com/r/kayaks/comments/1abcd/which_one/',
      'old.reddit.com/r/kayaks/comments/1abcd/which_one/?rdt=512',
      'np.reddit.com/r/kayaks/comments/1abcd',
      'reddit.com/comments/1abcd',
      'redd.it/1abcd',
    ],
  ],
  [
    'a post on X',
    [
      'https://x.com/rower/status/188',
      'twitter.com/rower/status/188?s=20&t=b',
      'mobile.twitter.com/rower/status/188',
    ],
  ],
  [
    'a product on Amazon',
    [
      'https://www.amazon.de/dp/B0ABCDEF12',
      'www.amazon.de/Kayak-Paddle/dp/B0ABCDEF12/ref=sr_1_3?keywords=paddle&qid=1',
      'www.amazon.de/gp/product/B0ABCDEF12?psc=1',
      'smile.amazon.de/dp/B0ABCDEF12',
    ],
  ],
  [
    'percent-encoding',
    [
      'https://kayaks.test/bücher/(a)?x=ä b',
      'kayaks.test/b%c3%bccher/%28a%29?x=%c3%a4+b',
      'kayaks.test/b%C3%BCcher/%28a%29?%78=%C3%A4%20b',
    ],
  ],
  [
    'an entity of HTML',
    ['https://kayaks.test/x?a=1&b=2', 'kayaks.test/x?a=1&amp;b=2', 'kayaks.test/x?b=2&a=1'],
  ],
  [
    'a host in Unicode',
    ['https://bücher.test/a', 'https://xn--bcher-kva.test/a', 'https://BÜCHER.test/a', 'www.bücher.test/a'],
  ],
  [
    'tracking parameters',
    [
      'https://kayaks.test/x?id=4&p=2&v=8',
      ...'utm_source=a UTM_id=1 utm-medium=b _gl=1*x _ga=2.1 gad_source=1 gad_campaignid=9 gclid=a gbraid=b srsltid=c fbclid=d msclkid=e yclid=f ttclid=g si=h igsh=i mtm_campaign=j mtm_kwd=k pk_campaign=l piwik_kwd=m hsa_acc=n hsa_ver=3 mc_cid=o mc_eid=p mkt_tok=q _hsenc=r __hstc=s elqTrackId=t vero_id=u oly_enc_id=v wprov=w epik=x rdt_cid=y itm_source=z'
        .split(' ')
        .map((pair) => `kayaks.test/x?v=8&${pair}&p=2&id=4#:~:text=a`),
    ],
  ],
];

const addScheme = (url: string) => (/^https?:/.test(url) ? url : `https://${url}`);

describe('one page under many URLs is one page', () => {
  test.each(pages)('%s', (_, urls) => {
    const [first = ''] = urls;
    for (const url of urls) expect([url, normalizeUrl(addScheme(url))]).toEqual([url, normalizeUrl(first)]);
  });
});

test.each([
  ['https://kayaks.test/x?id=1', 'https://kayaks.test/x?id=2'],
  ['https://kayaks.test/?p=12', 'https://kayaks.test/?p=13'],
  ['https://kayaks.test/x?ref=main', 'https://kayaks.test/x'],
  ['https://kayaks.test/x?amp=10', 'https://kayaks.test/x?amp=16'],
  ['https://kayaks.test/amp/pricing', 'https://kayaks.test/pricing'],
  ['https://kayaks.test/a%2Fb', 'https://kayaks.test/a/b'],
  ['https://kayaks.test/x?a=1%26b', 'https://kayaks.test/x?a=1&b'],
  ['https://www.youtube.com/watch?v=kQ7-xW2_paA', 'https://www.youtube.com/watch?v=kQ7-xW2_paB'],
  ['https://www.youtube.com/playlist?list=PL1', 'https://www.youtube.com/playlist?list=PL2'],
  ['https://www.youtube.com/@rower/shorts', 'https://www.youtube.com/@rower/videos'],
  ['https://m.co.uk/a', 'https://co.uk/a'],
  ['https://mobile.de/a', 'https://de/a'],
  ['https://m.github.io/a', 'https://github.io/a'],
  ['https://en.m.wikipedia.org/wiki/Kayak', 'https://fr.m.wikipedia.org/wiki/Kayak'],
  ['https://www.google.com/search?q=https://kayaks.test/x', 'https://kayaks.test/x'],
  ['https://kayaks.test/url?q=https://other.test/', 'https://other.test/'],
  ['https://notgoogle.com/url?q=https://other.test/', 'https://other.test/'],
  ['https://www.reddit.com/r/a/comments/1abcd/t/xyz/', 'https://www.reddit.com/r/a/comments/1abcd/t/'],
  ['https://de.wikipedia.org/w/index.php?title=Kajak&oldid=5', 'https://de.wikipedia.org/wiki/Kajak'],
])('%s and %s are different pages', (first, second) => {
  expect(normalizeUrl(first)).not.toBe(normalizeUrl(second));
});

/** The general rules of tidy-url 1.18.3 (MIT). */
const knownTrackingParameters = `utm_source utm_medium utm_term utm_campaign utm_content utm_name utm_cid utm_reader
  utm_viz_id utm_pubreferrer utm_swu utm_social-type utm_brand utm_team utm_feeditemid utm_id utm_marketing_tactic
  utm_creative_format utm_campaign_id utm_source_platform utm_timestamp utm_souce utm_couponvalue itm_source itm_medium
  itm_term itm_campaign itm_content itm_channel itm_source_s itm_medium_s itm_campaign_s itm_audience int_source
  int_cmp_name int_cmp_id int_cmp_creative int_medium int_campaign int_content pk_campaign pk_cpn pk_source pk_medium
  pk_keyword pk_kwd pk_content pk_cid piwik_campaign piwik_cpn piwik_source piwik_medium piwik_keyword piwik_kwd
  piwik_content piwik_cid gclid ga_source ga_medium ga_term ga_content ga_campaign ga_place gclsrc hsa_cam hsa_grp
  hsa_mt hsa_src hsa_ad hsa_acc hsa_net hsa_kw hsa_tgt hsa_ver hsa_la hsa_ol fbclid oly_enc_id oly_anon_id vero_id
  vero_conv __s _hsenc _hsmi __hssc __hstc __hsfp hsCtaTracking mkt_tok mtm_campaign mtm_keyword mtm_kwd mtm_source
  mtm_medium mtm_content mtm_cid mtm_group mtm_placement elqTrackId elq elqaid elqat elqCampaignId elqTrack mc_cid
  mc_eid ncid cmpid mbid rdt_cid`;

test('removes all tracking parameters of a maintained list', () => {
  const kept = knownTrackingParameters
    .split(/\s+/)
    .filter((name) => normalizeUrl(`https://kayaks.test/?${name}=1`) !== 'kayaks.test');
  expect(kept).toEqual([]);
});

test('a normalized URL stays the same when it is normalized again', () => {
  const part = fc.constantFrom(
    'a',
    '%2F',
    '%41',
    'é',
    '(',
    "'",
    '+',
    '%20',
    '=',
    '&',
    ';',
    '~',
    '[',
    '|',
    '%7c',
    '%',
    '-',
    '.',
  );
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  const host = fc.constantFrom(
    'kayaks.test',
    'm.kayaks.test',
    'youtu.be',
    'www.reddit.com',
    'twitter.com',
    'müller.test',
  );
  fc.assert(
    fc.property(host, text, text, text, (name, path, query, hash) => {
      const normalized = normalizeUrl(`https://${name}/${path}?${query}#/${hash}`);
      expect(normalizeUrl(`https://${normalized}`)).toBe(normalized);
    }),
    { numRuns: 2000 },
  );
});

test('reads the host of the page behind a URL', () => {
  expect(getPageHost('https://www.google.com/amp/s/m.kayaks.test/a')).toBe('kayaks.test');
  expect(getPageHost('https://bücher.test:8443/a')).toBe('xn--bcher-kva.test');
  expect(getPageHost('https://[2001:db8::1]/a')).toBe('[2001:db8::1]');
  expect(getPageHost('kayaks.test')).toBe('');
});

test('the reported URLs are one page each, if the folder ../shared/cases exists', ({ skip }) => {
  const file = join(import.meta.dirname, '../../../../shared/cases/u01-one-page-many-urls/urls.json');
  if (!existsSync(file)) {
    return skip('there is no folder ../shared/cases');
  }
  const groups: { name: string; urls: string[] }[] = JSON.parse(readFileSync(file, 'utf8'));
  const counts = groups.map(({ name, urls }) => [name, new Set(urls.map(normalizeUrl)).size]);
  expect(counts.length).toBeGreaterThan(0);
  expect(counts).toEqual(groups.map(({ name }) => [name, 1]));
});
