/** The parameters of a message, derived from its text: `{ name: string; count: number }`. */
export type MessageParameters<Text extends string> = Flat<ParametersOf<Text>>;

type Flat<T> = { [K in keyof T]: T[K] };

type ParametersOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? SplitBlock<Rest> extends readonly [infer Block extends string, infer After extends string]
    ? ParametersOfBlock<Block> & ParametersOf<After>
    : never
  : unknown;

type ParametersOfBlock<Block extends string> = Block extends `${infer Name}, ${infer Kind}`
  ? Kind extends `plural, ${infer Options}`
    ? Record<Name, number> & ParametersOfOptions<Options>
    : Kind extends `select, ${infer Options}`
      ? Record<Name, SelectValues<Options>> & ParametersOfOptions<Options>
      : Record<Name, number>
  : Record<Block, string>;

type ParametersOfOptions<Options extends string> = Options extends `${string}{${infer Rest}`
  ? SplitBlock<Rest> extends readonly [infer Block extends string, infer After extends string]
    ? ParametersOf<Block> & ParametersOfOptions<After>
    : never
  : unknown;

/** The names of the options `yes {…} no {…} other {…}`. */
type SelectValues<Options extends string> = Options extends `${infer Name} {${infer Rest}`
  ? SplitBlock<Rest> extends readonly [string, infer After extends string]
    ? Name | (After extends ` ${infer Next}` ? SelectValues<Next> : never)
    : never
  : never;

/** Splits what follows an opening brace at the closing brace that belongs to it. */
type SplitBlock<
  Text extends string,
  Depth extends readonly unknown[] = [],
  Taken extends string = '',
> = Text extends `${infer Head}}${infer Tail}`
  ? Head extends `${infer Before}{${infer Inside}`
    ? SplitBlock<`${Inside}}${Tail}`, [...Depth, unknown], `${Taken}${Before}{`>
    : Depth extends readonly [unknown, ...infer Outer]
      ? SplitBlock<Tail, Outer, `${Taken}${Head}}`>
      : [`${Taken}${Head}`, Tail]
  : never;
