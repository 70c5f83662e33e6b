import { landPath, mapSize } from '#lib/charts/world-map';

/** Drawn once, at build. */
export const dynamic = 'force-static';

/** The land of the world, as the mask under the map of countries: fetched once, so that pages stay light. */
export function GET(): Response {
  const { width, height } = mapSize;
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path d="${landPath()}"/></svg>`,
    { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' } },
  );
}
