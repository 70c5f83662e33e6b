const maxLabelLength = 63;

/**
 * Returns a host as people write it: labels in punycode (RFC 3492) are decoded. Labels that mix scripts, which can imitate
 * other names, and invalid ones stay as they are.
 */
export function toUnicodeHost(host: string): string {
  return host
    .split('.')
    .map((label) =>
      label.startsWith('xn--') && label.length <= maxLabelLength
        ? (decodeLabel(label.slice(4)) ?? label)
        : label,
    )
    .join('.');
}

function decodeLabel(encoded: string): string | undefined {
  const characters = decodePunycode(encoded);
  const text = characters && String.fromCodePoint(...characters);
  const isImitation = !text || (/[a-z]/i.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text));
  // Only what a browser encodes in the same way is the same name.
  return isImitation || URL.parse(`http://${text}`)?.hostname !== `xn--${encoded}` ? undefined : text;
}

const [base, minThreshold, maxThreshold, skew, damp] = [36, 1, 26, 38, 700];

function decodePunycode(encoded: string): number[] | undefined {
  const delimiter = encoded.lastIndexOf('-');
  const output = [...encoded.slice(0, Math.max(0, delimiter))].map((character) => character.charCodeAt(0));
  let [codePoint, position, bias, index] = [128, 0, 72, delimiter + 1];
  while (index < encoded.length) {
    const start = position;
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(encoded[index] ?? '', 36);
      index += 1;
      if (Number.isNaN(digit)) return undefined;
      // The digits are a to z, then 0 to 9; `parseInt` has them the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10;
      position += value * weight;
      const threshold = Math.min(maxThreshold, Math.max(minThreshold, step - bias));
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adaptBias(position - start, length, start === 0);
    codePoint += Math.floor(position / length);
    if (!(codePoint <= 0x10ffff)) return undefined;
    position %= length;
    output.splice(position, 0, codePoint);
    position += 1;
  }
  return output;
}

function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((base - minThreshold) * maxThreshold) / 2; bias += base) {
    rest = Math.floor(rest / (base - minThreshold));
  }
  return bias + Math.floor(((base - minThreshold + 1) * rest) / (rest + skew));
}
