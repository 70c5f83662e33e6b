import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { Toasts } from '#components/overlays/toast';
import { getConventions } from '#lib/core/locale';

/** Both fonts use `display: optional`: a font swap after the first paint would shift the layout. */
const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'optional',
});

const interExtended = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  variable: '--font-inter-extended',
  weight: '100 900',
  display: 'optional',
  preload: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0100-02BA, U+02C7-02CC, U+1D00-1DBF, U+1E00-1EFF, U+20AD-20C0' },
  ],
});

export const metadata: Metadata = {
  title: { default: 'Answerscope', template: '%s · Answerscope' },
  description: 'How AI answer engines mention and cite your brand.',
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfdfd' },
    { media: '(prefers-color-scheme: dark)', color: '#12181a' },
  ],
};

const pageEnd = 'page-end';

/**
 * The theme is stored in a cookie, so that the first paint already uses it. Rendering waits for the end of the document, because
 * table columns would shift while rows are still streaming.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const cookie = (await cookies()).get('theme')?.value;
  const theme = cookie === 'light' || cookie === 'dark' ? cookie : undefined;
  return (
    <html
      lang="en"
      data-conventions={JSON.stringify(getConventions())}
      data-theme={theme}
      className={`${inter.variable} ${interExtended.variable}`}
      suppressHydrationWarning
    >
      <head>
        <link rel="expect" href={`#${pageEnd}`} blocking="render" />
      </head>
      <body className="font-sans">
        <NuqsAdapter>
          <Toasts>{children}</Toasts>
        </NuqsAdapter>
        <span id={pageEnd} hidden />
      </body>
    </html>
  );
}
