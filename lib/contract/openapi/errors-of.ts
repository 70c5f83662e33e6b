import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { type ErrorCode, errorTable } from '#lib/core/errors';

const always: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];

const ofBodies: ErrorCode[] = ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** interface.md, "Monitor endpoints": the statuses a monitor endpoint can return. */
const ofEngines: ErrorCode[] = [
  'INSUFFICIENT_PERMISSIONS',
  'INSUFFICIENT_CREDITS',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_ALREADY_EXISTS',
  'CONCURRENT_LIMIT_EXCEEDED',
  'REQUEST_CANCELED',
  'EXTERNAL_SERVICE_ERROR',
];

const particular: Partial<Record<RouteName, ErrorCode[]>> = {
  monitor: ofEngines,
  run: ofEngines,
  createTask: ['INSUFFICIENT_CREDITS', 'RESOURCE_ALREADY_EXISTS', 'QUEUE_LIMIT_EXCEEDED'],
  createTasks: ['QUEUE_LIMIT_EXCEEDED'],
  getTask: ['RESOURCE_NOT_FOUND'],
};

/** The codes with which an endpoint can fail, by status in ascending order. */
export function errorsOf(name: RouteName): Map<number, ErrorCode[]> {
  const route: Route = routes[name];
  const codes = new Set<ErrorCode>([
    ...always,
    ...(route.body ? ofBodies : []),
    ...(route.params || route.query ? (['VALIDATION_ERROR'] as const) : []),
    ...(route.engine ? ofEngines : []),
    ...(particular[name] ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
