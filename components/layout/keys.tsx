/** A key as it stands on the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] border border-hairline bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
