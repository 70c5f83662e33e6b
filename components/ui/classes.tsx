/** Classes of text fields and select boxes. */
export const inputClasses =
  'w-full rounded-lg border border-control bg-surface px-3 py-2 text-sm text-ink placeholder:text-faint ' +
  'transition-colors duration-150 hover:border-muted aria-invalid:border-danger disabled:opacity-60 [&[type=color]]:h-9.5 [&[type=color]]:p-1';

/** Joins class names, ignoring empty and false ones. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/**
 * Classes of a row with a control whose clickable area is the whole row. In WebKit, `position: relative` does not apply to
 * rows; without the transform, the area of the last row would cover the page.
 */
export const clickableRow = 'relative [transform:translate(0)]';
