import { getProcessApp } from '#lib/http/app';

/** Serves `/v1` under plain `next dev` and `next start`; the web process serves it without Next.js. */
const handleRequest = (request: Request) => getProcessApp().fetch(request);

export const dynamic = 'force-dynamic';
export {
  handleRequest as DELETE,
  handleRequest as GET,
  handleRequest as HEAD,
  handleRequest as OPTIONS,
  handleRequest as PATCH,
  handleRequest as POST,
  handleRequest as PUT,
};
