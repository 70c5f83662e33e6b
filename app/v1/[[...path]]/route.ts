import { getProcessApp } from '#lib/http/app';

/** The same service as in the web process, so that plain `next dev` and `next start` serve it too. */
const answer = (request: Request) => getProcessApp().fetch(request);

export const dynamic = 'force-dynamic';
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
