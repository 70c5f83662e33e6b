/** The CSS colour of a brand by its hue: 0 the own brand, 1 to 8 competitors; the same on every chart. */
export function brandColour(hue: number): string {
  return `var(--brand-${Number.isInteger(hue) && hue >= 0 && hue <= 8 ? hue : 8})`;
}
