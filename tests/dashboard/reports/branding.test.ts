import { deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { getBranding, saveBranding } from '#lib/dashboard/reports/branding';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Builds the start of a PNG file with the given size in pixels, in base64. */
function buildPng(width: number, height: number, extraBytes = 0): string {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, deflateSync(Buffer.alloc(8)), Buffer.alloc(extraBytes)]).toString('base64');
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
    [{ logoPng: buildPng(50_000, 50_000) }, 'at most 1,200 by 1,200 pixels'],
    [{ logoPng: buildPng(10, 10, 100_001) }, 'at most 100 kB'],
    [{ logoPng: '"><script>' }, 'Choose a PNG file'],
    [{ accentColor: 'red;background:url(x)' }, 'Use a color'],
    [{ footer: 'a\nb' }, 'Remove line breaks'],
  ] as const) {
    await expect(
      saveBranding(context, { logoPng: null, accentColor: null, footer: '', ...overrides }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
  }
});
