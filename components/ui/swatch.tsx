/** The colour of a brand, before its name. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span aria-hidden className="size-[0.7em] shrink-0 rounded-[0.2em]" style={{ background: colour }} />
  );
}
