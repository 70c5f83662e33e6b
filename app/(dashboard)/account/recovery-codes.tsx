'use client';

import { useCopyButton } from '#components/ui/copy-secret';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { button, error } = useCopyButton(codes.join('\n'));
  return (
    <div className="flex flex-col gap-3">
      <p>
        Keep these recovery codes somewhere safe. Each one can be used once instead of a code from your
        authenticator app. They won’t be shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg border bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center gap-3">
        {button}
        <p role="status" className="text-xs text-muted">
          {error}
        </p>
      </div>
    </div>
  );
}
