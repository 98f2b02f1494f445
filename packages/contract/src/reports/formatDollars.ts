const written = (maximumFractionDigits: number) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits,
  });
const cents = written(2);
const hundredthsOfCents = written(4);

/** Dollars and cents; amounts under ten cents, as prices of a text are, to the hundredth of a cent. */
export const formatDollars = (amount: number): string =>
  (Math.abs(amount) < 0.1 ? hundredthsOfCents : cents).format(amount);
