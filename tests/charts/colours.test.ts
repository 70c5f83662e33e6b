import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Triple = readonly [number, number, number];

const css = readFileSync(join(import.meta.dirname, '..', '..', 'app', 'globals.css'), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
/** `--name: light-dark(oklch(…), oklch(…))`, or another token's name. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): (light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)|var\(--([\w-]+)\));/g)].map(
    ([, name = '', , light = '', dark = '', alias]) => [name, alias ?? { light, dark }] as const,
  ),
);

/** Linear sRGB of a token (Ottosson, "A perceptual color space for image processing"), cut to what a screen shows. */
function linear(name: string, theme: Theme): Triple {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`There is no colour --${name}.`);
  if (typeof token === 'string') return linear(token, theme);
  const [lightness = 0, chroma = 0, hue = 0] = (token[theme].match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = clipped([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
  const opacity = Number(/\/ ([\d.]+)/.exec(token[theme])?.[1] ?? 1);
  return opacity === 1 ? rgb : laidOver(rgb, opacity, linear('surface', theme));
}

/** A colour that lets another through, as a screen mixes them: in encoded sRGB. */
function laidOver(rgb: Triple, opacity: number, ground: Triple): Triple {
  const encoded = (part = 0) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
  const decoded = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const mixed = rgb.map((part, index) =>
    decoded(opacity * encoded(part) + (1 - opacity) * encoded(ground[index])),
  );
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
}

function clipped(rgb: Triple): Triple {
  const [r, g, b] = rgb.map((part) => Math.min(1, Math.max(0, part)));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Triple, other: Triple): number {
  const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high ?? 1) / (low ?? 1);
}

/** Machado, Oliveira, Fernandes 2009: the whole deficiency, on linear sRGB. */
const deficiencies: Record<string, readonly [Triple, Triple, Triple]> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function seen(rgb: Triple, deficiency: string): Triple {
  const rows = deficiencies[deficiency] ?? [];
  const [r = 0, g = 0, b = 0] = rows.map(([x, y, z]) => x * rgb[0] + y * rgb[1] + z * rgb[2]);
  return clipped([r, g, b]);
}

/** Distance in OKLab, times 100. */
function distance(one: Triple, other: Triple): number {
  const lab = ([r, g, b]: Triple) => {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [a, b] = [lab(one), lab(other)];
  return 100 * Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
}

const brands = Array.from({ length: 9 }, (_, hue) => `brand-${hue}`);
const pairs = brands.flatMap((one, index) => brands.slice(index + 1).map((other) => [one, other] as const));

test.each(themes)('words can be read on every ground by %s', (theme) => {
  const read = (name: string, ground: string) => contrast(linear(name, theme), linear(ground, theme));
  for (const ground of ['page', 'surface', 'sunken']) {
    for (const name of [
      'ink',
      'muted',
      'faint',
      'accent',
      'accent-strong',
      'up',
      'down',
      'danger',
      'notice',
    ]) {
      expect(read(name, ground), `${name} on ${ground}`).toBeGreaterThan(4.5);
    }
  }
  for (const [name, ground] of [
    ['ink', 'pressed'],
    ['muted', 'pressed'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['accent-strong', 'accent-soft'],
    ['notice', 'notice-soft'],
    ['danger', 'danger-soft'],
  ] as const) {
    expect(read(name, ground), `${name} on ${ground}`).toBeGreaterThan(4.5);
  }
});

test.each(themes)('marks and the edges of controls can be seen by %s', (theme) => {
  for (const ground of ['page', 'surface']) {
    for (const name of [...brands, 'control', 'accent']) {
      expect(contrast(linear(name, theme), linear(ground, theme)), `${name} on ${ground}`).toBeGreaterThan(3);
    }
  }
});

test.each(
  themes.flatMap((theme) => Object.keys(deficiencies).map((deficiency) => [theme, deficiency] as const)),
)('brands are told apart by %s with %s, the first five widest', (theme, deficiency) => {
  for (const [one, other] of pairs) {
    const early = brands.indexOf(other) <= 4;
    const least = deficiency === 'none' ? 8 : early ? 7 : 4.4;
    const apart = distance(seen(linear(one, theme), deficiency), seen(linear(other, theme), deficiency));
    expect(apart, `${one} and ${other}`).toBeGreaterThan(least);
  }
});
