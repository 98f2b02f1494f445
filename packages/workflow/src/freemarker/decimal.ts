/** A decimal number without rounding: digits / 10^scale. FreeMarker uses these, so `0.1 + 0.2` is 0.3. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Longer numbers are refused, because repeated squaring could exhaust memory. */
const maxDigits = 400;

const ten = (power: number): bigint => 10n ** BigInt(power);
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const make = (digits: bigint, scale: number): Decimal => {
  let [shorter, places] = [digits, scale];
  while (places > 0 && shorter % 10n === 0n) {
    shorter /= 10n;
    places--;
  }
  return { digits: shorter, scale: places };
};

export const decimalOf = (whole: number | bigint): Decimal => ({ digits: BigInt(whole), scale: 0 });

/** Parses a number in computer form, including an exponent. Undefined for other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? make(digits, scale) : make(digits * ten(-scale), 0);
}

/** Converts both to the larger scale. */
function aligned(one: Decimal, other: Decimal): [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale);
  return [one.digits * ten(scale - one.scale), other.digits * ten(scale - other.scale), scale];
}

export function add(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other);
  return make(a + b, scale);
}

export const negate = (one: Decimal): Decimal => ({ digits: -one.digits, scale: one.scale });

export const subtract = (one: Decimal, other: Decimal): Decimal => add(one, negate(other));

export const multiply = (one: Decimal, other: Decimal): Decimal =>
  make(one.digits * other.digits, one.scale + other.scale);

/** Rounds half up to twelve decimals, or to those of the operands if more. Undefined for division by zero. */
export function divide(one: Decimal, other: Decimal): Decimal | undefined {
  if (other.digits === 0n) return undefined;
  const scale = Math.max(12, one.scale, other.scale);
  const dividend = one.digits * ten(scale + other.scale);
  const divisor = other.digits * ten(one.scale);
  return make(divideHalfUp(dividend, divisor), scale);
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = magnitude(dividend) / magnitude(divisor);
  const rest = magnitude(dividend) % magnitude(divisor);
  const rounded = rest * 2n >= magnitude(divisor) ? quotient + 1n : quotient;
  return dividend < 0n === divisor < 0n ? rounded : -rounded;
}

/** Of the integer parts, like FreeMarker's `%`. Undefined for division by zero. */
export function remainder(one: Decimal, other: Decimal): Decimal | undefined {
  const divisor = whole(other);
  return divisor === 0n ? undefined : decimalOf(whole(one) % divisor);
}

/** The part before the point, towards zero. */
export const whole = (one: Decimal): bigint => one.digits / ten(one.scale);

export function compare(one: Decimal, other: Decimal): number {
  const [a, b] = aligned(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

export type Rounding = "halfUp" | "halfEven" | "floor" | "ceiling";

/** Rounded to a number of decimals. */
export function round(one: Decimal, scale: number, mode: Rounding): Decimal {
  if (one.scale <= scale) return one;
  const unit = ten(one.scale - scale);
  let quotient = one.digits / unit;
  let rest = one.digits % unit;
  if (rest < 0n) {
    quotient -= 1n;
    rest += unit;
  }
  return make(roundsUp(mode, rest * 2n, unit, quotient) ? quotient + 1n : quotient, scale);
}

/** `quotient` is the floor. Rounds half up towards plus infinity, like FreeMarker's `?round`. */
function roundsUp(mode: Rounding, twiceRest: bigint, unit: bigint, quotient: bigint): boolean {
  if (mode === "floor" || twiceRest === 0n) return false;
  if (mode === "ceiling") return true;
  if (twiceRest !== unit) return twiceRest > unit;
  return mode === "halfUp" || quotient % 2n !== 0n;
}

/** Without grouping or exponent, as `?c`. */
export function plainText({ digits, scale }: Decimal): string {
  const text = magnitude(digits)
    .toString()
    .padStart(scale + 1, "0");
  const point = text.length - scale;
  const sign = digits < 0n ? "-" : "";
  return scale === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

export const toNumber = (one: Decimal): number => Number(plainText(one));

export const isTooLong = ({ digits }: Decimal): boolean => magnitude(digits) >= ten(maxDigits);
