import { encode } from 'uqr';
import { classes } from '#components/ui/classes';

interface QrCodeProps {
  value: string;
  /** Describes what scanning it does. */
  label: string;
  className?: string;
}

/** A QR code. It is black on white in dark mode too, because not every scanner reads inverted ones. */
export function QrCode({ value, label, className }: QrCodeProps) {
  const { data, size } = encode(value, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('rounded-lg bg-white fill-black', className)}
    >
      <path d={path} />
    </svg>
  );
}
