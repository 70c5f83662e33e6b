/** An amount as the contract has it. */
export interface Money {
  value: number;
  /** ISO 4217; undefined where the price does not tell. */
  currency: string | undefined;
  /** As it stands in the price. */
  symbol: string | undefined;
}

/** Signs that stand for one currency, longer ones first. */
const signs: [string, string][] = [
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['AU$', 'AUD'],
  ['A$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['MX$', 'MXN'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['CN¥', 'CNY'],
  ['JP¥', 'JPY'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['S/', 'PEN'],
];

/** Signs that many countries use, each for its own money. */
const shared: Record<string, Record<string, string>> = {
  $: {
    AR: 'ARS',
    AU: 'AUD',
    CA: 'CAD',
    BB: 'BBD',
    BM: 'BMD',
    BN: 'BND',
    BS: 'BSD',
    BZ: 'BZD',
    CL: 'CLP',
    CO: 'COP',
    FJ: 'FJD',
    GY: 'GYD',
    HK: 'HKD',
    JM: 'JMD',
    KY: 'KYD',
    LR: 'LRD',
    MX: 'MXN',
    NA: 'NAD',
    NZ: 'NZD',
    SB: 'SBD',
    SG: 'SGD',
    SR: 'SRD',
    TT: 'TTD',
    TW: 'TWD',
    UY: 'UYU',
  },
  kr: { DK: 'DKK', FO: 'DKK', GL: 'DKK', IS: 'ISK', SE: 'SEK', NO: 'NOK' },
  '¥': { CN: 'CNY', JP: 'JPY' },
};
/** What a sign means in a country that has no money of its own under it; of the others no one can say. */
const elsewhere: Record<string, string> = { $: 'USD' };

const isoCodes = new Set(Intl.supportedValuesOf('currency'));

/**
 * A price as the vendor gives it: the amount it extracted and the words on the page; undefined without an amount.
 * @param country ISO 3166-1 alpha-2 of the request, which tells what a bare `$` or `kr` is
 */
export function moneyOf(
  extracted: number | null | undefined,
  words: string | null | undefined,
  country: string,
): Money | undefined {
  const value = extracted ?? amountIn(words ?? '');
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return { value, ...currencyIn(words ?? '', country) };
}

function currencyIn(price: string, country: string): Omit<Money, 'value'> {
  const words = price.normalize('NFKC');
  const code = /\b[A-Z]{3}\b/.exec(words)?.[0];
  if (code !== undefined && isoCodes.has(code)) return { currency: code, symbol: code };
  const own = signs.find(([sign]) => words.includes(sign));
  if (own) return { currency: own[1], symbol: own[0] };
  const sign = Object.keys(shared).find((one) => words.includes(one));
  if (sign === undefined) return { currency: undefined, symbol: undefined };
  return { currency: shared[sign]?.[country] ?? elsewhere[sign], symbol: sign };
}

/** The number of a price in either manner: `1,299.50`, `1.299,50`, `1 299`. One with two numbers, a range, has none. */
function amountIn(words: string): number | undefined {
  const numbers = words.match(/\d(?:[\d.,’']|\s(?=\d{3}(?!\d)))*/g) ?? [];
  const number = numbers[0]?.replace(/[\s’']/g, '').replace(/[.,]+$/, '');
  if (number === undefined || numbers.length > 1) return undefined;
  const [, whole = number, decimals = ''] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals || '0'}`);
}
