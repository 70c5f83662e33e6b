import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildShareSteps, findShareStep, getBrandColor, getShareStepTextColor } from '#lib/charts/chart-spec';

test('builds adjacent color steps from 0, each stronger than the previous one, that cover every share up to the largest', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (largest, part) => {
      const steps = buildShareSteps(largest);
      expect(steps[0]?.from).toBe(0);
      expect(steps.at(-1)?.to).toBeGreaterThanOrEqual(largest);
      expect(steps.length).toBeLessThanOrEqual(4);
      for (const [index, step] of steps.entries()) {
        const next = steps[index + 1];
        if (next) expect([next.from, next.strength > step.strength]).toEqual([step.to, true]);
      }
      const value = largest * part;
      const step = findShareStep(steps, value);
      expect(step && value >= step.from && value <= step.to).toBe(true);
    }),
  );
  expect(findShareStep(buildShareSteps(0.4), null)).toBe(null);
});

test('falls back to the last color for an unknown index', () => {
  expect([0, 8, 9, -1, 1.5].map(getBrandColor)).toEqual([
    'var(--brand-0)',
    'var(--brand-8)',
    'var(--brand-8)',
    'var(--brand-8)',
    'var(--brand-8)',
  ]);
});

/** Red, green and blue in linear sRGB, from 0 to 1. */
type Rgb = readonly [number, number, number];
type Oklab = readonly [lightness: number, a: number, b: number];

const css = readFileSync(join(import.meta.dirname, '..', '..', 'app', 'globals.css'), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
/** The color tokens by name: the light and the dark color, or, for `--name: var(--other)`, the name of the other token. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): (light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)|var\(--([\w-]+)\));/g)].map(
    ([, name = '', , light = '', dark = '', alias]) => [name, alias ?? { light, dark }] as const,
  ),
);

/** Converts a token to linear sRGB (Ottosson, "A perceptual color space for image processing"), clamped to the gamut. */
function toLinearRgb(name: string, theme: Theme): Rgb {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`There is no color --${name}.`);
  if (typeof token === 'string') return toLinearRgb(token, theme);
  const rgb = convertToRgb(toOklab(token[theme]));
  const opacity = Number(/\/ ([\d.]+)/.exec(token[theme])?.[1] ?? 1);
  return opacity === 1 ? rgb : blend(rgb, opacity, toLinearRgb('surface', theme));
}

/** Reads lightness, a and b of `oklch(…)`. */
function toOklab(color: string): Oklab {
  const [lightness = 0, chroma = 0, hue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const radians = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)];
}

function convertToRgb([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return clamp([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

/** Blends a translucent color with the one behind it, in gamma-encoded sRGB as browsers do. */
function blend(rgb: Rgb, opacity: number, background: Rgb): Rgb {
  const encode = (part = 0) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
  const decode = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const mixed = rgb.map((part, index) =>
    decode(opacity * encode(part) + (1 - opacity) * encode(background[index])),
  );
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
}

function clamp(rgb: Rgb): Rgb {
  const [r, g, b] = rgb.map((part) => Math.min(1, Math.max(0, part)));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** Returns the contrast ratio as WCAG 2.2 defines it. */
function getContrast(a: Rgb, b: Rgb): number {
  const getLuminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  const [low, high] = [getLuminance(a), getLuminance(b)].sort((x, y) => x - y);
  return (high ?? 1) / (low ?? 1);
}

/** Matrices on linear sRGB that simulate color blindness (Machado, Oliveira and Fernandes 2009). */
const deficiencies: Record<string, readonly [Rgb, Rgb, Rgb]> = {
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

function simulateDeficiency(rgb: Rgb, deficiency: string): Rgb {
  const rows = deficiencies[deficiency] ?? [];
  const [r = 0, g = 0, b = 0] = rows.map(([x, y, z]) => x * rgb[0] + y * rgb[1] + z * rgb[2]);
  return clamp([r, g, b]);
}

/** Returns the distance between two colors in OKLab, times 100. */
function getDistance(first: Rgb, second: Rgb): number {
  const toLab = ([r, g, b]: Rgb) => {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [a, b] = [toLab(first), toLab(second)];
  return 100 * Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
}

const brands = Array.from({ length: 9 }, (_, index) => `brand-${index}`);
const pairs = brands.flatMap((first, index) =>
  brands.slice(index + 1).map((second) => [first, second] as const),
);

test.each(themes)('text has enough contrast on every background in the %s theme', (theme) => {
  const getTokenContrast = (name: string, background: string) =>
    getContrast(toLinearRgb(name, theme), toLinearRgb(background, theme));
  for (const background of ['page', 'surface', 'sunken']) {
    for (const name of [
      'ink',
      'muted',
      'faint',
      'accent',
      'accent-strong',
      'up',
      'down',
      'danger',
      'warning',
    ]) {
      expect(getTokenContrast(name, background), `${name} on ${background}`).toBeGreaterThan(4.5);
    }
  }
  for (const [name, background] of [
    ['ink', 'pressed'],
    ['muted', 'pressed'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['accent-strong', 'accent-soft'],
    ['warning', 'warning-soft'],
    ['danger', 'danger-soft'],
  ] as const) {
    expect(getTokenContrast(name, background), `${name} on ${background}`).toBeGreaterThan(4.5);
  }
});

test.each(themes)('text is readable on every color of the map and the heat map in the %s theme', (theme) => {
  const read = (name: string) => {
    const token = tokens.get(name);
    if (typeof token !== 'object') throw new Error(`There is no color --${name}.`);
    return toOklab(token[theme]);
  };
  const [accent, surface] = [read('accent'), read('surface')];
  const steps = [0.02, 0.3, 1].flatMap(buildShareSteps);
  expect(new Set(steps.map(({ strength }) => strength)).size).toBeGreaterThan(4);
  for (const step of steps) {
    const mix = (index: 0 | 1 | 2) => accent[index] * step.strength + surface[index] * (1 - step.strength);
    const background = convertToRgb([mix(0), mix(1), mix(2)]);
    const names = [...getShareStepTextColor(step).matchAll(/var\(--([\w-]+)\)/g)].map(
      ([, name = '']) => name,
    );
    const name = names[themes.indexOf(theme)] ?? '';
    expect(getContrast(toLinearRgb(name, theme), background), `${name} at ${step.strength}`).toBeGreaterThan(
      4.5,
    );
  }
});

test.each(themes)('brand colors and the edges of controls have enough contrast in the %s theme', (theme) => {
  for (const background of ['page', 'surface']) {
    for (const name of [...brands, 'control', 'accent']) {
      expect(
        getContrast(toLinearRgb(name, theme), toLinearRgb(background, theme)),
        `${name} on ${background}`,
      ).toBeGreaterThan(3);
    }
  }
});

test.each(
  themes.flatMap((theme) => Object.keys(deficiencies).map((deficiency) => [theme, deficiency] as const)),
)(
  'each pair of brand colors is easy to tell apart in the %s theme (color blindness: %s)',
  (theme, deficiency) => {
    for (const [first, second] of pairs) {
      const isAmongFirstFive = brands.indexOf(second) <= 4;
      const minDistance = deficiency === 'none' ? 8 : isAmongFirstFive ? 7 : 4.4;
      const [a, b] = [first, second].map((brand) =>
        simulateDeficiency(toLinearRgb(brand, theme), deficiency),
      );
      expect(a && b && getDistance(a, b), `${first} and ${second}`).toBeGreaterThan(minDistance);
    }
  },
);
