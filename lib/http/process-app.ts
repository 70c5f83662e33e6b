import type { Hono } from 'hono';
import { createApp } from '#lib/http/app';
import { openService } from '#lib/service/open-service';

let app: Hono | undefined;

/** The service of this process, opened on the first request by the process's settings. */
export function processApp(): Hono {
  app ??= createApp(openService());
  return app;
}
