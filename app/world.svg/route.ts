import { getLandPath, mapSize } from '#lib/charts/world-map';

/** Generated once, at build time. */
export const dynamic = 'force-static';

/** Returns the mask of the world map, as a separate file so that browsers cache it. */
export function GET(): Response {
  const { width, height } = mapSize;
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path d="${getLandPath()}"/></svg>`,
    { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' } },
  );
}
