/** Whether a request's target, with or without its origin, belongs to the service; everything else is a page. */
export function belongsToService(target: string): boolean {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '/';
  return (
    path === '/v1' || path.startsWith('/v1/') || path.startsWith('/storage/') || pagesOfService.has(path)
  );
}

const pagesOfService = new Set(['/healthz', '/readyz', '/metrics', '/reference']);
