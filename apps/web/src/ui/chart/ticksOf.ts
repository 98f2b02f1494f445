/** Round figures that a scale may end at, and that its half is round enough to read. */
const rounds = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * The values at the lines of a scale up to at least `top`, from the top down: its end, its half and 0. Each is a multiple of the
 * smallest unit in which values are shown, so that no line has another value than its text says. A scale of one unit has no half.
 */
export function ticksOf(top: number, smallest: number): number[] {
  // divided and not multiplied, so that 3 hundredths are written 0.03
  const perOne = Math.round(1 / smallest);
  if (top <= 0) return [1, 0];
  // what binary fractions add does not count as another unit
  const units = Math.ceil(top * perOne - 1e-6);
  if (units <= 1) return [1 / perOne, 0];
  const power = 10 ** Math.floor(Math.log10(units));
  const end = rounds.map((round) => round * power).find((one) => one >= units && one % 2 === 0) ?? 10 * power;
  return [end, end / 2, 0].map((value) => value / perOne);
}
