interface EvenBarsProps {
  /** Shares from 0 to 1; null where nothing was measured. */
  bars: readonly { share: number | null; colour: string }[];
}

/** Shares one under the other, on one axis from 0 to 100%; the figures stand beside them as text. */
export function EvenBars({ bars }: EvenBarsProps) {
  return (
    <div aria-hidden className="flex flex-col gap-0.5">
      {bars.map(({ share, colour }) => (
        <div key={colour} className="h-1.5 rounded-r-[2px] bg-sunken">
          <div
            className="h-full rounded-r-[2px]"
            style={{ width: `${(share ?? 0) * 100}%`, background: colour }}
          />
        </div>
      ))}
    </div>
  );
}
