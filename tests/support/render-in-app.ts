import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Toasts } from '#components/overlays/toast';

const ignore = () => undefined;
const router = {
  back: ignore,
  forward: ignore,
  refresh: ignore,
  push: ignore,
  replace: ignore,
  prefetch: ignore,
  bfcacheId: '',
};

/** Renders components that use the router or toasts to HTML. */
export function renderInApp(children: ReactNode): string {
  return renderToStaticMarkup(
    createElement(AppRouterContext, { value: router }, createElement(Toasts, null, children)),
  );
}
