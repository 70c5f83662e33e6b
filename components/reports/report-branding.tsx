import type { ReactNode } from 'react';
import type { Branding } from '#lib/dashboard/reports/branding';

/** A report with the organization's logo and a line in its accent color above, and its footer below. */
export function BrandedReport({ branding, children }: { branding: Branding; children: ReactNode }) {
  const { logoPng, accentColor, footer } = branding;
  return (
    <>
      {logoPng || accentColor ? (
        <div
          className="mb-5 border-t-4 pt-5 has-[+header]:mb-0"
          style={{ borderColor: accentColor ?? 'transparent' }}
        >
          {logoPng ? (
            // biome-ignore lint/performance/noImgElement: a small picture that is part of the page
            <img src={`data:image/png;base64,${logoPng}`} alt="" className="max-h-12 max-w-48" />
          ) : null}
        </div>
      ) : null}
      {children}
      {footer ? <footer className="border-t pt-4 text-xs text-muted">{footer}</footer> : null}
    </>
  );
}
