// Numbers as people write them: `10k`, `2.5M`, `10 GB`, and `1,000` or `1.000` as in their own language.

export const centsPerDollar = 100;

const factors: Record<string, number> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
  ti: 1024 ** 4,
};

const marks = new Intl.NumberFormat(undefined).formatToParts(1234567.5);
const markOf = (type: 'group' | 'decimal') => marks.find((part) => part.type === type)?.value ?? '';
const grouped = new RegExp(`^\\d{1,3}(?:[${markOf('group')}\\s]\\d{2,3})*[${markOf('group')}\\s]\\d{3}(?!\\d)`);

type Unit = { read: (text: string) => number | undefined; write: (value: number) => string };

/** The ways in which a number field reads and writes its values. `cents`: US cents, written as dollars. */
export const numberUnits: Record<'number' | 'bytes' | 'cents', Unit> = {
  number: { read: (text) => scaled(text, ''), write: String },
  bytes: { read: (text) => scaled(text, 'b?'), write: bytesText },
  cents: {
    read(text) {
      const dollars = scaled(text.replace(/^\$\s*|\s*\$$/g, ''), '');
      if (dollars === undefined) return undefined;
      // The product of 1.1 and 100 is 110.00000000000001.
      const cents = Number((dollars * centsPerDollar).toPrecision(15));
      // Rounding would set another amount than the one that was written.
      return Number.isInteger(cents) ? cents : undefined;
    },
    write: (cents) => String(cents / centsPerDollar),
  },
};

/**
 * Returns undefined if the text is not a number.
 * @param suffix a pattern of what may follow the factor.
 */
function scaled(text: string, suffix: string) {
  const plain = text
    .trim()
    .replace(grouped, (digits) => digits.replace(/\D/g, ''))
    .replace(markOf('decimal'), '.');
  const [, number, factor = ''] =
    new RegExp(`^(-?(?:\\d+(?:\\.\\d+)?|\\.\\d+))\\s*([kmgt]i?)?${suffix}$`, 'i').exec(plain) ?? [];
  // If the browser has another language than its reader, 1.000 can mean a thousand.
  if (number === undefined || /^[1-9]\d{0,2}\.\d{3}$/.test(number)) return undefined;
  // The product of 1.1 and 1e6 is 1100000.0000000001.
  return Number((Number(number) * (factors[factor.toLowerCase()] ?? 1)).toPrecision(15));
}

/** Returns the size in the largest unit that needs at most two decimals. */
function bytesText(bytes: number) {
  const units = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ] as const;
  const fit = units.find(([factor]) => bytes >= factor && Number.isInteger((bytes * 100) / factor));
  return fit === undefined ? String(bytes) : `${bytes / fit[0]} ${fit[1]}`;
}
