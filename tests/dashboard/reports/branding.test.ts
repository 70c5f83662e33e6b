import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { getBranding, saveBranding } from '#lib/dashboard/reports/branding';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

interface PngOptions {
  /** Bits per sample and color type, 8 bits of gray by default. */
  depth?: number;
  colorType?: number;
  interlacing?: number;
  /** Decompressed bytes of the image; by default those of an image without interlacing. */
  imageBytes?: number;
  /** Chunks before the image. */
  chunks?: [type: string, data: Buffer][];
  /** Bytes after the end. */
  extraBytes?: number;
}

function buildChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Builds a PNG file with the given size in pixels, in base64. */
function buildPng(width: number, height: number, options: PngOptions = {}): string {
  const { depth = 8, colorType = 0, interlacing = 0, chunks = [], extraBytes = 0 } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlacing], 8);
  const { imageBytes = height * (1 + width) } = options;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildChunk('IHDR', header),
    ...chunks.map(([type, data]) => buildChunk(type, data)),
    buildChunk('IDAT', deflateSync(Buffer.alloc(imageBytes), { level: 9 })),
    buildChunk('IEND', Buffer.alloc(0)),
    Buffer.alloc(extraBytes),
  ]).toString('base64');
}

test('keeps the logo, color and footer of an organization', async () => {
  const context = await dashboard.createContext();
  expect(await getBranding(context)).toEqual({ logoPng: null, accentColor: null, footer: '' });
  const branding = { logoPng: buildPng(300, 80), accentColor: '#AA3311', footer: 'Acme, confidential' };
  await saveBranding(context, branding);
  expect(await getBranding(context)).toEqual(branding);
  expect(await getBranding(await dashboard.createContext())).toMatchObject({ footer: '' });
  await saveBranding(context, { ...branding, logoPng: null });
  expect(await getBranding(context)).toEqual({ ...branding, logoPng: null });
});

test('rejects logos that are not small PNG files, invalid colors, and footers with line breaks', async () => {
  const context = await dashboard.createContext();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [overrides, message] of [
    [{ logoPng: svg.toString('base64') }, 'Use a PNG file'],
    [{ logoPng: buildPng(50_000, 50_000, { imageBytes: 8 }) }, 'at most 1,200 by 1,200 pixels'],
    [{ logoPng: buildPng(10, 10, { extraBytes: 100_001 }) }, 'at most 100 kB'],
    [{ logoPng: '"><script>' }, 'Choose a PNG file'],
    [{ accentColor: 'red;background:url(x)' }, 'Use a color'],
    [{ footer: 'a\nb' }, 'Remove line breaks'],
  ] as const) {
    await expect(
      saveBranding(context, { logoPng: null, accentColor: null, footer: '', ...overrides }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
  }
});

/** About 50 MB of zeros, which compress to less than 50 kB. */
const bombBytes = 50_000_000;
const bomb = deflateSync(Buffer.alloc(bombBytes), { level: 9 });
const notSmall = 'Use a PNG file of at most 1,200 by 1,200 pixels.';

test.each([
  ['an image that decompresses to more than its size', buildPng(10, 10, { imageBytes: bombBytes })],
  ['an interlaced one', buildPng(10, 10, { interlacing: 1, imageBytes: bombBytes })],
  ['an image that decompresses to less than its size', buildPng(1_200, 1_200, { imageBytes: 10 })],
  ['a gray image with 16 bits', buildPng(100, 100, { depth: 16 })],
  ['an image that is too wide', buildPng(1_201, 1)],
  ['an image of 2 to the power of 31 pixels', buildPng(2 ** 31, 1, { imageBytes: 8 })],
  ['an image without pixels', buildPng(0, 0)],
  ['an unknown color type', buildPng(10, 10, { colorType: 5 })],
  ['an unknown critical chunk', buildPng(10, 10, { chunks: [['BOMB', bomb]] })],
  ['a palette that is too long', buildPng(10, 10, { chunks: [['PLTE', Buffer.alloc(2_000)]] })],
  ['a damaged file', buildPng(10, 10).replace(/.{8}$/, 'AAAAAAAA')],
  ['a compressed SVG', gzipSync(`<svg>${' '.repeat(10_000_000)}</svg>`).toString('base64')],
  [
    'a WebP image',
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8L'), Buffer.alloc(200)]).toString('base64'),
  ],
  [
    'a GIF image',
    Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'), Buffer.alloc(200)]).toString('base64'),
  ],
])('rejects %s without decompressing more than a small image', async (_, logoPng) => {
  const context = await dashboard.createContext();
  const branding = { accentColor: null, footer: '' };
  const before = process.memoryUsage();
  const start = process.cpuUsage();
  await expect(saveBranding(context, { ...branding, logoPng })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: notSmall,
    fields: [{ field: 'logoPng' }],
  });
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(200);
  expect(process.memoryUsage().rss - before.rss).toBeLessThan(bombBytes / 2);
  // Earlier versions checked only the size in the header. What they stored is not shown.
  await saveBranding(context, { ...branding, logoPng: null });
  await context.db.$client.query(
    'UPDATE organization_branding SET logo_png = $1 WHERE organization_id = $2',
    [logoPng, context.organizationId],
  );
  expect(await getBranding(context)).toEqual({ ...branding, logoPng: null });
});

test('removes compressed profiles, texts and frames from logos, and keeps their colors', async () => {
  const context = await dashboard.createContext();
  const palette: [string, Buffer][] = [
    ['PLTE', Buffer.from([0, 0, 0, 255, 0, 0])],
    ['tRNS', Buffer.from([0, 255])],
  ];
  const prefix = Buffer.from('a\0\0');
  const bombs: [string, Buffer][] = [
    ['iCCP', Buffer.concat([prefix, bomb])],
    ['fdAT', Buffer.alloc(1_000)],
    ['acTL', Buffer.from([255, 255, 255, 255, 0, 0, 0, 0])],
  ];
  const options: PngOptions = { depth: 1, colorType: 3, imageBytes: 10 * 3 };
  const clean = buildPng(16, 10, { ...options, chunks: palette });
  const branding = { accentColor: null, footer: '' };
  for (const [type, data] of bombs) {
    const logoPng = buildPng(16, 10, { ...options, chunks: [[type, data], ...palette], extraBytes: 1_000 });
    await saveBranding(context, { ...branding, logoPng });
    expect(await getBranding(context)).toEqual({ ...branding, logoPng: clean });
  }
  const interlaced = buildPng(9, 9, { interlacing: 1, imageBytes: 81 + 19 });
  for (const logoPng of [
    interlaced,
    buildPng(1_200, 1_200),
    buildPng(300, 2, { colorType: 6, depth: 16, imageBytes: 2 * 2_401 }),
  ]) {
    await saveBranding(context, { ...branding, logoPng });
    expect(await getBranding(context)).toEqual({ ...branding, logoPng });
  }
});
