/** The logo: a dial with a needle. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className ?? 'size-7'} aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M8.5 20.5a9 9 0 1 1 15 0" strokeOpacity=".45" />
        <path d="m16 19 4.5-6" />
      </g>
      <circle cx="16" cy="20" r="2.5" fill="var(--on-accent)" />
    </svg>
  );
}
