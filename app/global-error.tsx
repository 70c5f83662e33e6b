'use client';

import './globals.css';
import ErrorPage from './error';

/** Error page in place of the root layout. */
export default function GlobalErrorPage(failure: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>This page couldn’t be loaded · Answerscope</title>
        <ErrorPage {...failure} />
      </body>
    </html>
  );
}
